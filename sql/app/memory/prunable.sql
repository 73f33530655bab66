-- What memory.prune() would remove now under the same limits: how many episodes are too old, how many too many.
create function memory.prunable(
    p_keep_for interval default null,
    p_keep integer default null,
    p_resource_id text default null
)
returns table (expired bigint, surplus bigint)
language sql stable
as $$
select count(*) filter (where m.old), greatest(count(*) filter (where not m.old) - max(r.keep), 0)
from memory.retention(p_keep_for, p_keep) r
left join lateral (
    select m.created_at < public.clock() - r.keep_for as old
    from public.popagent_memories m
    where m.kind = 'episode'
    and (p_resource_id is null or m.resource_id = p_resource_id)
) m on true
$$;
