-- The memories that an owner's execution was given, best first, as they read then; deleted ones have no content.
-- `changed` tells those that read differently by now, or gave way to another. Earlier values of the same fact
-- share its time; what another fact left to it does not.
create function execution.given(p_resource_id text, p_execution_id uuid)
returns table (id uuid, kind text, content text, created_at timestamptz, changed boolean)
language sql stable
as $$
select g.id, m.kind, coalesce(o.content, m.content), m.created_at, o.content is not null or m.superseded_at is not null
from public.popagent_executions e
join public.popagent_threads t on t.id = e.thread_id
cross join lateral unnest(e.memory_ids) with ordinality as g (id, n)
left join public.popagent_memories m on m.id = g.id and m.resource_id = p_resource_id
left join lateral (
    select h.content
    from public.popagent_memories h
    where h.superseded_by = m.id
    and h.created_at = m.created_at
    and h.superseded_at > e.started_at
    order by h.superseded_at
    limit 1
) o on true
where e.id = p_execution_id
and t.resource_id = p_resource_id
order by g.n
$$;
