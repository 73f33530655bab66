do $$
declare
    v_running uuid;
    v_id uuid;
begin
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    assert execution.take_first('s', 'me', 10) is null, 'nothing waits in a session that does not exist';
    select a.execution_id into v_running from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model') a;
    perform execution.accept_turn('s', 'm2', '[{"type": "text", "text": "two"}]', 'me', 10, 'second', p_workspace_id => 'other', p_metadata => '{"a": 1}');
    perform execution.accept_turn('s', 'm3', '[{"type": "text", "text": "three"}]', 'me', 10, 'third');

    assert execution.take_first('s', 'me', 10) is null, 'while something runs nothing is taken';
    assert (select s.workspace_id <> 'other' from popagent_sessions s), 'and what waits changes nothing';
    perform execution.finish(v_running, 'me', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "hi"}]');

    v_id := execution.take_first('s', 'you', 10);
    assert (
        select (e.question_id, e.model, e.owner, e.state) = ('m2', 'second', 'you', 'running')
        from popagent_executions e
        where e.id = v_id
    ), 'then the first in line begins, on its model, for who took it';
    assert (
        select (m.position, m.parts, m.metadata, m.execution_id) = (3::bigint, '[{"type": "text", "text": "two"}]'::jsonb, '{"a": 1}'::jsonb, v_id)
        from popagent_messages m
        where m.id = 'm2'
    ), 'as a message of the thread';
    assert (select string_agg(q.id, ' ') = 'm3' from popagent_queued_messages q), 'and waits no more';
    assert (select s.workspace_id = 'other' from popagent_sessions s), 'the session works in the workspace it named';
    assert execution.take_first('s', 'me', 10) is null, 'one at a time';
end
$$;
