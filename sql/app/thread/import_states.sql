-- Compares thread states of an export with those stored; with p_write what is not there comes in.
create function thread.import_states(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(s), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_thread_state, r.described) g
    left join public.popagent_thread_state s on s.thread_id = g.thread_id;
    if p_write then
        insert into public.popagent_thread_state
        select g.*
        from jsonb_populate_recordset(null::public.popagent_thread_state, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
