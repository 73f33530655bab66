-- Whether hooks of an event may stop what is about to happen; the others are told of it.
create function hook.is_gate(p_event text)
returns boolean
language sql immutable
as $$
select p_event in ('UserPromptSubmit', 'PreToolUse', 'SubagentStop', 'Stop', 'TaskStart')
$$;
