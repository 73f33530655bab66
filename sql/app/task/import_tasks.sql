-- Compares tasks of an export with those stored; with p_write what is not there comes in.
create function task.import_tasks(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, case when t.id is not null then task.described(t) end, task.described(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_agent_tasks, r.described) g
    left join public.popagent_agent_tasks t on t.id = g.id;
    if p_write then
        insert into public.popagent_agent_tasks
        select g.*
        from jsonb_populate_recordset(null::public.popagent_agent_tasks, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
