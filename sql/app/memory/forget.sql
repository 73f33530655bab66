-- Deletes a memory; a fact goes with its history and leaves tombstones. Returns how many rows went.
create function memory.forget(p_resource_id text, p_id uuid)
returns integer
language plpgsql
as $$
declare
    v_seqs bigint[];
    v_gone integer;
begin
    perform memory.lock_facts(p_resource_id);
    with recursive line as (
        select m.id, m.seq
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.id = p_id
        union
        select m.id, m.seq
        from line l
        join public.popagent_memories m on m.superseded_by = l.id and m.resource_id = p_resource_id
    )
    select array_agg(l.seq order by l.seq) into v_seqs
    from line l;
    perform memory.bury(v_seqs);
    delete from public.popagent_memories m
    where m.seq = any (v_seqs);
    get diagnostics v_gone = row_count;
    if v_gone = 0 then
        raise sqlstate 'PT404' using message = 'This memory does not exist.', hint = 'memory_not_found';
    end if;
    return v_gone;
end
$$;
