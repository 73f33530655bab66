-- Compares tombstones of an export with those stored; with p_write what is not there comes in.
create function memory.import_tombstones(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, case when memory.has_tombstone(r.described) then r.described end, r.described
    from jsonb_array_elements(p_rows) with ordinality r (described, n);
    if p_write then
        insert into public.popagent_memory_tombstones (resource_id, key, folded_sha256, deleted_at)
        select
            r.described ->> 'resource_id',
            r.described ->> 'key',
            decode(r.described ->> 'folded_sha256', 'hex'),
            (r.described ->> 'deleted_at')::timestamptz
        from jsonb_array_elements(p_rows) with ordinality r (described, n)
        where not memory.has_tombstone(r.described)
        order by r.n;
    end if;
end
$$;
