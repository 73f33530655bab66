-- Deletes a schedule and cancels what it has waiting or running; its tasks stay. Returns its row, as restore_schedule
-- takes it back.
create function task.remove_schedule(p_id uuid, p_revision bigint default null)
returns jsonb
language plpgsql
as $$
declare
    v_stored public.popagent_agent_schedules := task.require_schedule(p_id, p_revision);
    v_task uuid;
begin
    delete from public.popagent_agent_schedules s where s.id = p_id;
    for v_task in
        select t.id
        from public.popagent_agent_tasks t
        where t.schedule_id = p_id
        and t.state in ('queued', 'running', 'cancelling')
    loop
        begin
            perform task.cancel(v_task);
        exception when sqlstate 'PT409' then
            -- It ended just now.
            null;
        end;
    end loop;
    return to_jsonb(v_stored);
end
$$;
