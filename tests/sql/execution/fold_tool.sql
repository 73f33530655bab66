do $$
declare
    v_call jsonb := '{"toolCallId": "c", "toolName": "search"}';
    v_base jsonb := '{"type": "tool-search", "toolCallId": "c", "input": {}}';
begin
    assert execution.fold_tool(v_call, false, false) = v_base || '{"state": "input-streaming"}', 'a call whose input is under way';
    assert execution.fold_tool(v_call || '{"input": {"q": 1}}', true, false) = v_base || '{"input": {"q": 1}, "state": "input-available"}', 'a call that runs';
    assert execution.fold_tool(v_call || '{"output": "found"}', true, false) = v_base || '{"state": "output-available", "output": "found"}', 'a result';
    assert execution.fold_tool(v_call || '{"output": null}', true, true) = v_base || '{"state": "output-available", "output": null}', 'nothing is a result too';
    assert execution.fold_tool(v_call || '{"errorText": "no"}', true, true) = v_base || '{"state": "output-error", "errorText": "no"}', 'an error';
    assert execution.fold_tool(v_call, true, true) = v_base || '{"state": "output-error", "errorText": "interrupted"}', 'a call that nothing answers any more';
    assert execution.fold_tool(v_call, false, true) = v_base || '{"state": "output-error", "errorText": "interrupted"}', 'whose input never came too';
end
$$;
