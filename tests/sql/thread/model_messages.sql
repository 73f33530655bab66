do $$
declare
    v_messages jsonb;
begin
    select jsonb_agg(x.message order by x.n) into v_messages
    from thread.model_messages('user', '[{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]') x;
    assert v_messages = '[{"role": "user", "content": "one\n\ntwo"}]', 'a user message is one';

    select jsonb_agg(x.message order by x.n) into v_messages
    from thread.model_messages(
        'user', '[{"type": "text", "text": "see"}, {"type": "file", "filename": "a.png", "url": "/api/attachments/gone"}]', 't', null
    ) x;
    assert v_messages = '[{"role": "user", "content": [
        {"type": "text", "text": "see"},
        {"type": "text", "text": "The file \"a.png\" was attached here. It is not stored any more."}
    ]}]', 'with files it is one of several parts: ' || v_messages;

    -- Two steps: one that thinks, speaks and calls two tools, one that answers.
    select jsonb_agg(x.message order by x.n) into v_messages
    from thread.model_messages(
        'assistant',
        '[
            {"type": "step-start"},
            {"type": "reasoning", "text": "I should look."},
            {"type": "text", "text": "Let me look."},
            {"type": "tool-search", "toolCallId": "c1", "input": {"q": "tea"}, "state": "output-available", "output": "found"},
            {"type": "tool-remember", "toolCallId": "c2", "input": {}, "state": "output-error", "errorText": "too long"},
            {"type": "data-note", "data": 1},
            {"type": "step-start"},
            {"type": "text", "text": "Here it is."}
        ]'
    ) x;
    assert v_messages = '[
        {"role": "assistant", "content": "Let me look.", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{\"q\": \"tea\"}"}},
            {"id": "c2", "type": "function", "function": {"name": "remember", "arguments": "{}"}}
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
        {"role": "tool", "tool_call_id": "c2", "content": "too long"},
        {"role": "assistant", "content": "Here it is."}
    ]', 'each step is one message, its tool results follow in the order of the calls: ' || v_messages;

    select jsonb_agg(x.message order by x.n) into v_messages
    from thread.model_messages(
        'assistant', '[{"type": "tool-search", "toolCallId": "c1", "state": "input-available"}, {"type": "text", "text": "after"}]'
    ) x;
    assert v_messages = '[
        {"role": "assistant", "content": "after", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": "interrupted: no result was stored"}
    ]', 'a call that begins its step comes before its result, and a missing result is filled in: ' || v_messages;

    assert (
        select count(distinct x.n) = count(*)
        from thread.model_messages('assistant', '[{"type": "tool-a", "toolCallId": "c1"}, {"type": "tool-b", "toolCallId": "c2"}]') x
    ), 'the order of the messages is never left to chance';

    select jsonb_agg(x.message order by x.n) into v_messages
    from thread.model_messages('assistant', '[{"type": "step-start"}, {"type": "tool-a", "toolCallId": "c", "output": {"rows": [1]}}]') x;
    assert v_messages #>> '{1,content}' = '{"rows": [1]}', 'a result that is no text is given as JSON';

    assert not exists (
        select
        from thread.model_messages('assistant', '[{"type": "step-start"}, {"type": "reasoning", "text": "hm"}, {"type": "text", "text": ""}]')
    ), 'a step that said nothing gives no message';
    assert not exists (select from thread.model_messages('assistant', '[]')), 'nor does an answer of no parts';
end
$$;
