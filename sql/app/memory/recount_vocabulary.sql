-- Recounts the vocabulary of a resource from its postings; returns how many rows it had to change. Not for a
-- turn, but for the background: it reads every posting. Only rows that differ by a tenth are written, and
-- doubles go. Whoever comes while another recounts the same resource leaves with null.
create function memory.recount_vocabulary(p_resource_id text)
returns bigint
language plpgsql
as $$
declare
    v_rows bigint;
begin
    if not pg_try_advisory_xact_lock(hashtextextended('memory.vocabulary ' || p_resource_id, 0)) then
        return null;
    end if;
    with counted as materialized (
        select p.term, count(*) as memory_count
        from public.popagent_memory_postings p
        where p.resource_id = p_resource_id
        group by p.term
    ),
    stored as materialized (
        select v.ctid as place, v.term, v.memory_count, row_number() over (partition by v.term order by v.memory_count) as copy
        from public.popagent_memory_vocabulary v
        where v.resource_id = p_resource_id
    ),
    removed as (
        delete from public.popagent_memory_vocabulary v
        using stored s
        where v.ctid = s.place
        and (s.copy > 1 or not exists (select from counted c where c.term = s.term))
        returning 1
    ),
    changed as (
        update public.popagent_memory_vocabulary v
        set memory_count = c.memory_count
        from stored s
        join counted c using (term)
        where v.ctid = s.place
        and s.copy = 1
        and (s.memory_count is null or abs(s.memory_count - c.memory_count) > 0.1 * c.memory_count)
        returning 1
    ),
    added as (
        insert into public.popagent_memory_vocabulary (resource_id, term, memory_count)
        select p_resource_id, c.term, c.memory_count
        from counted c
        where not exists (select from stored s where s.term = c.term)
        returning 1
    )
    select (select count(*) from removed) + (select count(*) from changed) + (select count(*) from added)
    into v_rows;
    insert into public.popagent_memory_recounts as r (resource_id, recounted_at, memory_count)
    select p_resource_id, public.clock(), coalesce(sum(t.memory_count), 0)
    from public.popagent_memory_totals t
    where t.resource_id = p_resource_id
    on conflict (resource_id) do update
    set recounted_at = excluded.recounted_at,
        memory_count = excluded.memory_count;
    return v_rows;
end
$$;
