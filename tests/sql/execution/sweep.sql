do $$
declare
    v_ended uuid;
    v_running uuid;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    select a.execution_id into v_ended from execution.accept_turn('a', 'm', '[{"type": "text", "text": "hello"}]', 'me', 100000, 'model') a;
    select a.execution_id into v_running from execution.accept_turn('b', 'm', '[{"type": "text", "text": "hello"}]', 'me', 100000, 'model') a;
    insert into popagent_execution_parts values (v_ended, 1, '[{"type": "start"}]'), (v_ended, 2, '[{"type": "start-step"}]'), (v_running, 1, '[{"type": "start"}]');
    perform execution.finish(v_ended, 'me', 'completed', 'final');

    set local popagent.now = '2026-03-01 12:01+00';
    assert execution.sweep() = 0, 'for a minute readers elsewhere find the end';
    set local popagent.now = '2026-03-01 12:01:01+00';
    assert execution.sweep() = 2, 'then the stream goes';
    assert (select array_agg(p.execution_id) = array[v_running] from popagent_execution_parts p), 'of what has ended only';
    assert execution.sweep() = 0, 'once';
    assert exists (select from popagent_executions where id = v_ended), 'the execution stays';
end
$$;
