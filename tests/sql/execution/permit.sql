do $$
declare
    v_id uuid;
begin
    assert execution.permit(gen_random_uuid(), 'c1', 't') is null, 'what does not exist is not decided';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert execution.permit(v_id, 'c1', 't') is null, 'not decided yet';
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    assert execution.permit(v_id, 'c1', 't') is null, 'nor while it is asked';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'once');
    assert execution.permit(v_id, 'c1', 't') = 'approved', 'as it was decided';
    assert execution.permit(v_id, 'c1', 'u') is null, 'for this tool';
    assert execution.permit(v_id, 'c2', 't') is null, 'and this call alone';

    perform execution.resume('me', 10);
    perform execution.suspend(v_id, 'me', 'c2', 't', '{}');
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'denied', 'session');
    assert execution.permit(v_id, 'c3', 't') = 'denied', 'what is decided for the session holds for its later calls';
    assert execution.permit(v_id, 'c1', 't') = 'approved', 'but a call''s own decision goes before';
    assert execution.permit(v_id, 'c3', 'u') is null, 'of this tool';
    perform execution.request_stop('s');
    select a.execution_id into v_id from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert execution.permit(v_id, 'c1', 't') = 'denied', 'in later turns too, where the ids of calls may come again';
    select a.execution_id into v_id from execution.accept_turn('other', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert execution.permit(v_id, 'c1', 't') is null, 'but in no other session';

    perform execution.delegate(v_id, 'me', 'c9', 'researcher', 'Look.', 10);
    assert (select execution.permit(e.id, 'c1', 't') is null from popagent_executions e where e.parent_id = v_id), 'a specialist may ask';
    perform execution.suspend(v_id, 'me', 'c5', 't', '{}');
    perform execution.decide('other', (select a.id from execution.approvals('other') a), 'approved', 'session');
    assert (select execution.permit(e.id, 'c1', 't') = 'approved' from popagent_executions e where e.parent_id = v_id), 'and what holds in the session holds for it';
    delete from popagent_tool_approvals;
    update popagent_executions e set kind = 'task' where e.id = v_id;
    assert (select execution.permit(e.id, 'c1', 't') = 'unattended' from popagent_executions e where e.parent_id = v_id), 'unless nobody is there';
    assert execution.permit(v_id, 'c1', 't') = 'unattended', 'nobody is asked where nobody is';
end
$$;
