do $$
begin
    assert hook.is_gate('PreToolUse') and hook.is_gate('Stop') and hook.is_gate('TaskStart') and hook.is_gate('SubagentStop');
    assert not hook.is_gate('PostToolUse') and not hook.is_gate('SessionStart') and not hook.is_gate('PreCompact');
end
$$;
