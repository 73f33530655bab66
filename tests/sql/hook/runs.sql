do $$
declare
    v_hook uuid := hook.create_hook('{"event": "Stop", "kind": "http", "url": "https://a.example/x", "secret_names": ["k"]}');
    v_task uuid := gen_random_uuid();
    v_turn uuid := gen_random_uuid();
    v_first bigint;
begin
    perform hook.record(gen_random_uuid(), v_hook, 1, 'Stop', 'ok', 1, 1, 1, 's');
    perform hook.record(gen_random_uuid(), v_hook, 2, 'Stop', 'failed', 1, 1, 1, 's');
    perform hook.record(gen_random_uuid(), v_hook, 2, 'Stop', 'ok', 1, 1, 1, 'task-1', v_turn, v_task);
    assert array(select r.hook_revision from hook.runs('s') r) = array[1, 2]::bigint[], 'those of a session in their order';
    select r.id into v_first from hook.runs('s', p_limit => 1) r;
    assert array(select r.outcome from hook.runs('s', p_after => v_first) r) = array['failed'], 'page by page';
    assert (select r.session_id from hook.runs(p_task_id => v_task) r) = 'task-1', 'those of a task';
    assert (select r.session_id from hook.runs(p_turn_id => v_turn) r) = 'task-1', 'or of a turn';
    assert array(select r.outcome from hook.runs(p_hook_id => v_hook, p_limit => 2) r) = array['ok', 'failed'], 'those of a hook, newest first';
    assert (select r.command from hook.runs('s', p_limit => 1) r) = 'https://a.example/x', 'and what it is';
end
$$;
