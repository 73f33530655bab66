-- Recounts the vocabulary of a resource from its postings; returns its terms. Not for a turn, but for
-- the background: it reads every posting. Who comes while another recounts the same resource leaves.
create function memory.recount_vocabulary(p_resource_id text)
returns bigint
language plpgsql
as $$
declare
    v_terms bigint;
begin
    if not pg_try_advisory_xact_lock(hashtextextended('memory.vocabulary ' || p_resource_id, 0)) then
        return null;
    end if;
    delete from public.popagent_memory_vocabulary v
    where v.resource_id = p_resource_id;
    insert into public.popagent_memory_vocabulary (resource_id, term, memory_count)
    select p.resource_id, p.term, count(*)
    from public.popagent_memory_postings p
    where p.resource_id = p_resource_id
    group by p.resource_id, p.term;
    get diagnostics v_terms = row_count;
    insert into public.popagent_memory_recounts as r (resource_id, recounted_at, memory_count)
    select p_resource_id, public.clock(), coalesce(sum(t.memory_count), 0)
    from public.popagent_memory_totals t
    where t.resource_id = p_resource_id
    on conflict (resource_id) do update
    set recounted_at = excluded.recounted_at,
        memory_count = excluded.memory_count;
    return v_terms;
end
$$;
