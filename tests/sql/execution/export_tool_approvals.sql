do $$
begin
    perform session.open('s', 'S', null);
    insert into popagent_executions (id, kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('00000000-0000-0000-0000-000000000001', 'turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', now());
    insert into popagent_tool_approvals (id, execution_id, thread_id, tool_call_id, tool, input, decision, scope, decided_at)
    select i, '00000000-0000-0000-0000-000000000001', 's', i, 'shell', '{}', 'approved', 'once', now() from unnest(array['_a', 'Zed']) i;
    assert (select array_agg(e.key #>> '{}') = array['Zed', '_a'] from execution.export_tool_approvals(null, 9) e), 'in the order of their ids';
    assert (select e.described = to_jsonb(a) from execution.export_tool_approvals('"Zed"', 1) e, popagent_tool_approvals a where a.id = '_a'), 'a page after a key, with all columns';
end
$$;
