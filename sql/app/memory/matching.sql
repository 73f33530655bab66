-- The memories an owner picks out: current ones by kind, key, session and words. A null filter lets all pass.
-- Every word must occur in key or text, be it as a part of another, as while typing; both are folded as in recall.
create function memory.matching(
    p_resource_id text,
    p_kind text default null,
    p_key text default null,
    p_session_id text default null,
    p_search text default null
)
returns table (id uuid, seq bigint, kind text)
language sql stable
as $$
select m.id, m.seq, m.kind
from public.popagent_memories m
where m.resource_id = p_resource_id
and m.superseded_at is null
and (p_kind is null or m.kind = p_kind)
and (p_key is null or m.key = p_key)
and (p_session_id is null or m.session_id = p_session_id)
and (coalesce(btrim(p_search), '') = '' or not exists (
    select
    from regexp_split_to_table(btrim(public.popagent_fold(left(p_search, 1000))), '\s+') as x (word)
    where x.word <> ''
    and position(x.word in public.popagent_fold(coalesce(m.key || ' ', '') || m.content)) = 0
))
$$;
