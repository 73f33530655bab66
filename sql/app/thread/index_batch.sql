-- Indexes texts that wait for it or were indexed by another version of text.search_terms(), newest first, and
-- returns how many; 0 when nothing is left. Any number of processes may share the work.
create function thread.index_batch(p_most integer default 200)
returns integer
language plpgsql
as $$
declare
    v_count integer;
begin
    with waiting as (
        select s.thread_id, s.position, s.ctid as place
        from public.popagent_thread_search s
        where s.terms_version < text.search_version()
        order by s.terms_version desc, s.created_at desc
        limit p_most
        for update skip locked
    ),
    said as materialized (
        select w.place,
            text.search_terms(coalesce(case when w.position is null then c.title else thread.searchable(m.parts) end, '')) as search
        from waiting w
        left join public.popagent_messages m on m.thread_id = w.thread_id and m.position = w.position
        left join public.popagent_sessions c on c.id = w.thread_id
    )
    update public.popagent_thread_search s
    set
        search = x.search,
        terms_version = text.search_version()
    from said x
    where s.ctid = x.place;
    get diagnostics v_count = row_count;
    return v_count;
end
$$;
