do $$
begin
    assert hook.event_place('SessionStart') = 1 and hook.event_place('UserPromptSubmit') < hook.event_place('Stop'), 'as they come in an execution';
    assert (select count(*) = 11 and count(distinct hook.event_place(e)) = 11 from unnest(array[
        'SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart',
        'SubagentStop', 'PreCompact', 'Stop', 'TaskStart', 'TaskStop'
    ]) e), 'each has a place';
end
$$;
