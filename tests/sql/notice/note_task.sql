do $$
declare
    v_done uuid := task.create_task(null, 'Birds', 'Count.');
    v_cancelled uuid := task.create_task(null, 'Fish', 'Count.');
    v_failed uuid := task.create_task(null, 'Bees', 'Count.');
    v_run record;
begin
    select * into v_run from task.claim(v_done, 'me', 10, array['model'], true);
    perform execution.finish(v_run.execution_id, 'me', 'completed', 'final');
    perform task.cancel(v_cancelled);
    perform task.fail(v_failed, 'No model.');
    assert (select jsonb_agg(jsonb_build_array(n.kind, n.title, n.address) order by n.id) from notice.notices() n)
        = jsonb_build_array(jsonb_build_array('done', 'Birds', '/tasks/' || v_done), jsonb_build_array('failed', 'Bees', '/tasks/' || v_failed)),
        'what ended by itself, and nothing of what its owner ended';
end
$$;
