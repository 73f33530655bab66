-- Takes back memories that memory.described() described, with their ids; returns how many rows came back. What
-- says the same as something stored by now stays out, and so does the history of it. With p_keep_seq they take
-- their places in the order of storing again, as an undo wants; else they come after all that is there, in the
-- order that they had, for an export of another database. The tombstones of what comes back go. All or nothing.
create function memory.restore(p_resource_id text, p_rows jsonb, p_keep_seq boolean default false)
returns bigint
language plpgsql
as $$
declare
    v_ids uuid[];
    v_seqs regclass := pg_get_serial_sequence('public.popagent_memories', 'seq');
begin
    perform memory.lock_facts(p_resource_id);
    with came as (
        insert into public.popagent_memories (
            id, seq, resource_id, session_id, kind, key, content, importance, created_at, updated_at,
            last_accessed_at, access_count, revision, superseded_at, superseded_by)
        overriding system value
        select
            r.id, coalesce(case when p_keep_seq then r.seq end, nextval(v_seqs)), p_resource_id, r.session_id, r.kind, r.key,
            r.content, r.importance, r.created_at, r.updated_at, r.last_accessed_at, r.access_count, r.revision,
            r.superseded_at, r.superseded_by
        from jsonb_array_elements(p_rows) with ordinality x (described, n)
        cross join lateral jsonb_populate_record(null::public.popagent_memories, x.described) r
        order by coalesce(r.seq, x.n)
        on conflict do nothing
        returning id
    )
    select coalesce(array_agg(c.id), '{}') into v_ids
    from came c;
    loop
        delete from public.popagent_memories m
        where m.id = any (v_ids)
        and m.superseded_by is not null
        and not exists (select from public.popagent_memories s where s.id = m.superseded_by);
        exit when not found;
    end loop;
    delete from public.popagent_memory_tombstones t
    using public.popagent_memories m
    where m.id = any (v_ids)
    and t.resource_id = p_resource_id
    and t.folded_sha256 = m.folded_sha256;
    return (select count(*) from public.popagent_memories m where m.id = any (v_ids));
exception when data_exception or integrity_constraint_violation then
    raise sqlstate 'PT422' using message = format('One of these is no memory: %s.', sqlerrm), hint = 'not_a_memory';
end
$$;
