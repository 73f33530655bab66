-- Compares schedules of an export with those stored; with p_write what is not there comes in, switched off.
create function task.import_schedules(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, case when s.id is not null then task.described_schedule(s) end, task.described_schedule(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_agent_schedules, r.described) g
    left join public.popagent_agent_schedules s on s.id = g.id;
    if p_write then
        insert into public.popagent_agent_schedules
        select g.*
        from jsonb_array_elements(p_rows) r (described)
        cross join jsonb_populate_record(null::public.popagent_agent_schedules, r.described || '{"enabled": false, "next_run_at": null}') g
        on conflict do nothing;
    end if;
end
$$;
