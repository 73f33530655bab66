-- Makes postings, totals and vocabulary anew, of one resource or of all; returns the postings.
-- Writers of memories wait meanwhile; readers see the old index until it commits.
create function memory.rebuild_index(p_resource_id text default null)
returns bigint
language plpgsql
as $$
declare
    v_postings bigint;
begin
    lock table public.popagent_memories in share row exclusive mode;
    delete from public.popagent_memory_postings p
    where p_resource_id is null or p.resource_id = p_resource_id;
    delete from public.popagent_memory_totals t
    where p_resource_id is null or t.resource_id = p_resource_id;
    insert into public.popagent_memory_postings (resource_id, term, seq, talk, frequency, length)
    select m.resource_id, e.term, m.seq, e.talk, e.frequency, e.length
    from public.popagent_memories m
    cross join lateral memory.entries(m.kind, m.session_id, m.content, m.search, m.created_at) e
    where m.superseded_at is null
    and (p_resource_id is null or m.resource_id = p_resource_id);
    get diagnostics v_postings = row_count;
    insert into public.popagent_memory_totals (resource_id, memory_count, term_count)
    select m.resource_id, count(*), coalesce(sum(p.terms), 0)
    from public.popagent_memories m
    left join (
        select p.seq, max(p.length) as terms
        from public.popagent_memory_postings p
        where p_resource_id is null or p.resource_id = p_resource_id
        group by p.seq
    ) p using (seq)
    where m.superseded_at is null
    and (p_resource_id is null or m.resource_id = p_resource_id)
    group by m.resource_id;
    perform memory.recount_vocabulary(r.resource_id)
    from (
        select distinct t.resource_id
        from public.popagent_memory_totals t
        where p_resource_id is null or t.resource_id = p_resource_id
    ) r;
    if p_resource_id is null then
        insert into public.popagent_memory_index as i (singleton, terms_version, rebuilt_at)
        values (true, memory.terms_version(), public.clock())
        on conflict (singleton) do update
        set terms_version = excluded.terms_version,
            rebuilt_at = excluded.rebuilt_at;
    end if;
    return v_postings;
end
$$;
