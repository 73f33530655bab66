-- A page of tombstones of all owners as an export holds them, oldest first: each once, for their numbers mean nothing.
create function memory.export_tombstones(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select
    jsonb_build_array(t.deleted_at, t.hash, t.resource_id, coalesce(t.key, '')),
    jsonb_build_object('resource_id', t.resource_id, 'key', t.key, 'folded_sha256', t.hash, 'deleted_at', t.deleted_at)
from (
    select distinct s.resource_id, s.key, encode(s.folded_sha256, 'hex') as hash, s.deleted_at
    from public.popagent_memory_tombstones s
) t
where p_after is null
or (t.deleted_at, t.hash, t.resource_id collate "C", coalesce(t.key, '') collate "C")
    > ((p_after ->> 0)::timestamptz, p_after ->> 1, p_after ->> 2, p_after ->> 3)
order by t.deleted_at, t.hash, t.resource_id collate "C", coalesce(t.key, '') collate "C"
limit p_limit
$$;
