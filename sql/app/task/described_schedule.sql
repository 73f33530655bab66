-- A schedule as an export holds it: switched off, as a copy will find it, so that nothing is done twice.
create function task.described_schedule(p_schedule public.popagent_agent_schedules)
returns jsonb
language sql stable
as $$
select to_jsonb(p_schedule) - 'next_run_at' || '{"enabled": false}'
$$;
