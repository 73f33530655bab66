-- Whether a tombstone that an export describes is stored.
create function memory.has_tombstone(p_described jsonb)
returns boolean
language sql stable
as $$
select exists (
    select
    from public.popagent_memory_tombstones t
    where t.resource_id = p_described ->> 'resource_id'
    and t.folded_sha256 = decode(p_described ->> 'folded_sha256', 'hex')
    and t.key is not distinct from p_described ->> 'key'
    and t.deleted_at = (p_described ->> 'deleted_at')::timestamptz
)
$$;
