-- Compares sessions of an export with those stored; with p_write what is not there comes in.
create function session.import_sessions(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(s), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_sessions, r.described) g
    left join public.popagent_sessions s on s.id = g.id;
    if p_write then
        insert into public.popagent_sessions
        select g.*
        from jsonb_populate_recordset(null::public.popagent_sessions, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
