-- Takes back a schedule that remove_schedule gave, due from now on; one that is there again stays.
create function task.restore_schedule(p_row jsonb)
returns void
language sql
as $$
insert into public.popagent_agent_schedules
select (task.checked_schedule(jsonb_populate_record(null::public.popagent_agent_schedules, p_row), public.clock())).*
on conflict do nothing
$$;
