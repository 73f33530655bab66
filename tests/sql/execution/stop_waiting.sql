do $$
declare
    v_id uuid;
    v_child record;
    v_parts jsonb;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert execution.stop_waiting('s') is null, 'what runs has a process that stops it';
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}', 1, '[
        {"type": "start-step"}, {"type": "tool-input-available", "toolCallId": "c1", "toolName": "t", "input": {}}
    ]', '{"totalTokens": 3}');
    assert execution.stop_waiting('s', gen_random_uuid()) is null, 'not another one';
    assert execution.stop_waiting('s', v_id) = v_id, 'what waits is ended';
    assert (
        select (e.state, e.end_reason, e.usage) = ('stopped', 'stopped', '{"totalTokens": 3}'::jsonb)
        from popagent_executions e
        where e.id = v_id
    ), 'as stopped';
    assert (select array_agg(r.part ->> 'type' order by r.n) = array['start-step', 'tool-input-available', 'data-toolApproval', 'data-toolApproval', 'abort'] from execution.replay(v_id, 0) r), 'readers are told';
    select m.parts into v_parts from popagent_messages m where m.thread_id = 's' and m.role = 'assistant';
    assert v_parts #>> '{1,errorText}' = 'interrupted' and v_parts #>> '{2,data,state}' = 'withdrawn', 'the call never ran, the question is withdrawn: ' || v_parts;
    assert execution.stop_waiting('s') is null, 'once';

    select a.execution_id into v_id from execution.accept_turn('t', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    select * into v_child from execution.delegate(v_id, 'me', 'c1', 'researcher', 'Look.', 10) d;
    perform execution.suspend(v_child.execution_id, 'me', 'x1', 't', '{}');
    perform execution.suspend(v_id, 'me', 'c1', 'agent-researcher', '{}');
    assert execution.stop_waiting('t') = v_id, 'a turn whose specialist asks is ended too';
    assert (select e.state = 'stopped' from popagent_executions e where e.id = v_child.execution_id), 'with the specialist';
    assert (select r.part #>> '{data,state}' = 'withdrawn' from execution.replay(v_id, 0) r where r.n = 2), 'and its question is withdrawn';
end
$$;
