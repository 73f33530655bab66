-- An execution as an export holds it: without the process that runs it. One that runs or waits is told as a copy
-- will find it: interrupted, for no process goes on with it there.
create function execution.described(p_execution public.popagent_executions)
returns jsonb
language sql stable
as $$
select to_jsonb(p_execution) - array['owner', 'lease_expires_at']
    || case
        when p_execution.finished_at is null then jsonb_build_object(
            'state', 'interrupted',
            'end_reason', 'interrupted',
            'error', 'This answer was not complete yet when the copy was made.',
            'finished_at', p_execution.started_at
        )
        else '{}'
    end
$$;
