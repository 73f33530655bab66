-- Removes the postings of memories of a resource that were current until now, and what they added to its size.
create function memory.unpost(p_resource_id text, p_seqs bigint[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    with dropped as (
        delete from public.popagent_memory_postings p
        where p.seq = any (p_seqs)
        returning p.frequency
    )
    insert into public.popagent_memory_totals (resource_id, memory_count, term_count)
    select p_resource_id, -cardinality(p_seqs), -coalesce(sum(d.frequency), 0)
    from dropped d;
end
$$;
