do $$
declare
    v_id uuid;
    v_row record;
begin
    assert not exists (select from execution.progress(gen_random_uuid())), 'what does not exist has made none';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    select * into strict v_row from execution.progress(v_id);
    assert (v_row.messages, v_row.pending, v_row.steps) = ('[]'::jsonb, '[]'::jsonb, 0), 'nothing so far';
    perform execution.suspend(v_id, 'me', 'c2', 't', '{"x": 2}', 1, '[
        {"type": "start"}, {"type": "start-step"}, {"type": "text-delta", "id": "1.1", "delta": "First."},
        {"type": "tool-input-available", "toolCallId": "c0", "toolName": "u", "input": {}},
        {"type": "tool-output-available", "toolCallId": "c0", "output": "zero"}, {"type": "finish-step"},
        {"type": "start-step"},
        {"type": "tool-input-available", "toolCallId": "c1", "toolName": "u", "input": {}},
        {"type": "tool-input-available", "toolCallId": "c2", "toolName": "t", "input": {"x": 2}},
        {"type": "tool-input-available", "toolCallId": "c3", "toolName": "t", "input": {"x": 3}},
        {"type": "tool-output-error", "toolCallId": "c1", "errorText": "went wrong"}
    ]', '{"totalTokens": 3}');
    select * into strict v_row from execution.progress(v_id);
    assert v_row.pending = '[{"id": "c2", "name": "t", "input": {"x": 2}}, {"id": "c3", "name": "t", "input": {"x": 3}}]', 'calls without a result, in order';
    assert (v_row.steps, v_row.usage) = (2, '{"totalTokens": 3}'::jsonb), 'the steps taken, the tokens used';
    assert (
        select string_agg(coalesce(x.message ->> 'tool_call_id', (select string_agg(c.call ->> 'id', ' ') from jsonb_array_elements(x.message -> 'tool_calls') c (call))), ', ' order by x.n)
        from jsonb_array_elements(v_row.messages) with ordinality x (message, n)
    ) = 'c0, c0, c1 c2 c3, c1', 'each step with its calls and the results there are: ' || v_row.messages;
    assert v_row.messages #>> '{0,content}' = 'First.' and v_row.messages #>> '{3,content}' = 'went wrong', 'and what was said';
end
$$;
