-- A change of a task's state rings for it; that the rings are heard is shown by tests/web.
do $$
declare
    v_id uuid := task.create_task(null, 'x', 'x');
begin
    perform task.cancel(v_id);
    assert (
        select count(*) = 1
        from pg_trigger g
        where g.tgrelid = 'popagent_agent_tasks'::regclass
        and g.tgfoid = 'task.ring'::regproc
    ), 'tasks ring';
end
$$;
