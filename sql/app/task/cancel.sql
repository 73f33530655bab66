-- Cancels a task: what is queued ends here; what runs becomes cancelling, its worker hears it, and it is cancelled when
-- that has let go. Said again it changes nothing; one that has ended is refused. Executions are locked before tasks,
-- as their ends do it.
create function task.cancel(p_id uuid)
returns void
language plpgsql
as $$
declare
    v_task public.popagent_agent_tasks;
begin
    loop
        select t.* into v_task from public.popagent_agent_tasks t where t.id = p_id;
        if v_task.id is null then
            raise sqlstate 'PT404' using message = 'There is no such task.', hint = 'task_not_found';
        elsif v_task.state in ('completed', 'failed', 'cancelled') then
            raise sqlstate 'PT409' using
                message = format('This task has ended already: it is %s.', v_task.state),
                hint = 'task_ended',
                detail = jsonb_build_object('state', v_task.state)::text;
        elsif v_task.state <> 'queued' then
            exit when execution.request_stop(v_task.thread_id, v_task.execution_id) is not null;
        else
            update public.popagent_agent_tasks t
            set state = 'cancelled', finished_at = public.clock()
            where t.id = p_id
            and t.state = 'queued';
            exit when found;
        end if;
    end loop;
end
$$;
