-- A tool call's part of a message out of the fields its stream parts carried.
create function execution.fold_tool(p_fields jsonb, p_called boolean, p_ended boolean)
returns jsonb
language sql immutable
as $$
select jsonb_build_object('type', 'tool-' || (p_fields ->> 'toolName'), 'toolCallId', p_fields -> 'toolCallId')
|| jsonb_build_object('input', coalesce(p_fields -> 'input', '{}'))
|| case
    when p_fields ? 'output' then jsonb_build_object('state', 'output-available', 'output', p_fields -> 'output')
    when p_fields ? 'errorText' then jsonb_build_object('state', 'output-error', 'errorText', p_fields -> 'errorText')
    when p_ended then '{"state": "output-error", "errorText": "interrupted"}'
    when p_called then '{"state": "input-available"}'
    else '{"state": "input-streaming"}'
end
$$;
