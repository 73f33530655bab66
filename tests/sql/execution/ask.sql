do $$
declare
    v_id uuid;
begin
    perform session.open('s', '', null);
    v_id := execution.ask('s', 'm', '[{"type": "text", "text": "hello"}]', '{"a": 1}', 'model', 'me', 10);
    assert (
        select (m.position, m.role, m.parts, m.metadata, m.execution_id) = (1::bigint, 'user', '[{"type": "text", "text": "hello"}]'::jsonb, '{"a": 1}'::jsonb, v_id)
        from popagent_messages m
        where m.thread_id = 's'
        and m.id = 'm'
    ), 'the question is stored with its execution';
    assert (select (e.question_id, e.state) = ('m', 'running') from popagent_executions e where e.id = v_id), 'which runs';
end
$$;
