do $$
declare
    v_rows jsonb;
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    insert into popagent_tool_approvals (execution_id, thread_id, tool_call_id, tool, input)
    values ('00000000-0000-0000-0000-000000000001', 's', 'c', 'shell', '{"a": 1.10}');
    select jsonb_agg(e.described) into v_rows from execution.export_tool_approvals(null, 9) e;
    assert (select i.stored = i.given from execution.import_tool_approvals(v_rows, true) i), 'what is here is equal';
    delete from popagent_tool_approvals;
    assert (select i.stored is null from execution.import_tool_approvals(v_rows, false) i);
    assert not exists (select from popagent_tool_approvals), 'comparing writes nothing';
    perform execution.import_tool_approvals(v_rows, true);
    assert (select jsonb_agg(e.described)::text = v_rows::text from execution.export_tool_approvals(null, 9) e), 'what is not there comes in';
    update popagent_tool_approvals set tool = 'mine';
    assert (select i.stored ->> 'tool' = 'mine' from execution.import_tool_approvals(v_rows, true) i), 'what differs is told, and stays';
end
$$;
