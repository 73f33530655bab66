-- A task as an export holds it. One that has not ended is told as a copy will find it: cancelled, so that nothing begins
-- there by itself, or is done twice.
create function task.described(p_task public.popagent_agent_tasks)
returns jsonb
language sql stable
as $$
select to_jsonb(p_task)
    || case
        when p_task.finished_at is null then jsonb_build_object('state', 'cancelled', 'finished_at', p_task.created_at)
        else '{}'
    end
$$;
