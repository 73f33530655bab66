-- What an owner asks of memory.

create view memory.facts as
select m.resource_id, m.key, m.content, m.importance, m.created_at, m.updated_at, m.last_accessed_at, m.access_count,
    m.session_id, m.revision, m.id
from public.popagent_memories m
where m.kind = 'fact'
and m.superseded_at is null;

comment on view memory.facts is 'Current facts: what is remembered on purpose and holds now.';

create view memory.history as
select m.resource_id, m.key, m.content, m.created_at, m.superseded_at, n.content as successor, m.superseded_by, m.id
from public.popagent_memories m
left join public.popagent_memories n on n.id = m.superseded_by
where m.superseded_at is not null;

comment on view memory.history is 'Earlier values of facts, each beside what took its place; never recalled.';

create view memory.episodes as
select m.resource_id, m.session_id, m.created_at, m.content, m.last_accessed_at, m.access_count, m.id
from public.popagent_memories m
where m.kind = 'episode';

comment on view memory.episodes is 'Exchanges that succeeded, as they are recalled.';

create view memory.counts as
select m.resource_id,
    count(*) filter (where m.kind = 'fact' and m.superseded_at is null) as facts,
    count(*) filter (where m.superseded_at is not null) as history,
    count(*) filter (where m.kind = 'episode') as episodes,
    min(m.created_at) filter (where m.kind = 'episode') as oldest_episode,
    max(m.created_at) as newest
from public.popagent_memories m
group by m.resource_id;

comment on view memory.counts is 'How much is remembered for each owner.';
