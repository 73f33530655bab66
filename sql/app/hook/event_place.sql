-- The place of an event in the course of an execution, from 1.
create function hook.event_place(p_event text)
returns integer
language sql immutable
as $$
select array_position(
    array[
        'SessionStart', 'UserPromptSubmit', 'TaskStart', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart',
        'SubagentStop', 'PreCompact', 'Stop', 'TaskStop'
    ],
    p_event
)
$$;
