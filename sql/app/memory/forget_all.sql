-- Deletes memories, facts with their history; they leave tombstones. Returns how many rows went.
create function memory.forget_all(p_resource_id text, p_ids uuid[])
returns bigint
language plpgsql
as $$
declare
    v_seqs bigint[];
begin
    perform memory.lock_facts(p_resource_id);
    with recursive line as (
        select m.id, m.seq
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.id = any (p_ids)
        union
        select m.id, m.seq
        from line l
        join public.popagent_memories m on m.superseded_by = l.id and m.resource_id = p_resource_id
    ),
    held as (
        select m.seq
        from public.popagent_memories m
        where m.seq in (select l.seq from line l)
        order by m.seq
        for update
    )
    select coalesce(array_agg(h.seq), '{}') into v_seqs
    from held h;
    perform memory.bury(v_seqs);
    delete from public.popagent_memories m
    where m.seq = any (v_seqs);
    return cardinality(v_seqs);
end
$$;
