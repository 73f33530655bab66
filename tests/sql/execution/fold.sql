do $$
declare
    v_stream jsonb;
    v_case record;
begin
    for v_case in
        select *
        from (
            values
                ('nothing', '[]', true, '[]'),
                ('what surrounds the parts', '[{"type": "start", "messageId": "m"}, {"type": "finish-step"}, {"type": "finish"}]', true, '[]'),
                ('errors and aborts', '[{"type": "error", "errorText": "no"}, {"type": "abort"}]', true, '[]'),
                ('parts of other kinds', '[{"type": "source-url", "url": "x"}, {"type": "text-message"}, {"type": "datum"}, {"type": "unheard-of", "id": "1", "delta": "x"}, {}]', true, '[]'),
                ('a step', '[{"type": "start-step"}]', false, '[{"type": "step-start"}]'),
                ('two steps', '[{"type": "start-step"}, {"type": "finish-step"}, {"type": "start-step"}]', false, '[{"type": "step-start"}, {"type": "step-start"}]'),
                ('a text that grows',
                    '[{"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "a"}, {"type": "text-delta", "id": "1", "delta": " b\n"}]', false,
                    '[{"type": "text", "text": "a b\n", "state": "streaming"}]'),
                ('a text that ended',
                    '[{"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "a"}, {"type": "text-end", "id": "1"}]', false,
                    '[{"type": "text", "text": "a", "state": "done"}]'),
                ('a text that was cut off',
                    '[{"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "a"}]', true,
                    '[{"type": "text", "text": "a", "state": "done"}]'),
                ('texts without a word',
                    '[{"type": "text-start", "id": "1"}, {"type": "text-end", "id": "1"}, {"type": "text-delta", "id": "2", "delta": ""}]', true, '[]'),
                ('thought before text, with the same id',
                    '[{"type": "reasoning-start", "id": "1"}, {"type": "reasoning-delta", "id": "1", "delta": "hm"}, {"type": "reasoning-end", "id": "1"},
                      {"type": "text-delta", "id": "1", "delta": "a"}]', false,
                    '[{"type": "reasoning", "text": "hm", "state": "done"}, {"type": "text", "text": "a", "state": "streaming"}]'),
                ('texts that alternate',
                    '[{"type": "text-delta", "id": "1", "delta": "a"}, {"type": "text-delta", "id": "2", "delta": "b"}, {"type": "text-delta", "id": "1", "delta": "c"}]', true,
                    '[{"type": "text", "text": "ac", "state": "done"}, {"type": "text", "text": "b", "state": "done"}]'),
                ('a tool call with its result',
                    '[{"type": "tool-input-start", "toolCallId": "c", "toolName": "search"}, {"type": "tool-input-delta", "toolCallId": "c", "inputTextDelta": "{"},
                      {"type": "tool-input-available", "toolCallId": "c", "toolName": "search", "input": {"q": "tea"}},
                      {"type": "tool-output-available", "toolCallId": "c", "output": {"n": 1}}]', false,
                    '[{"type": "tool-search", "toolCallId": "c", "input": {"q": "tea"}, "state": "output-available", "output": {"n": 1}}]'),
                ('a tool call that failed',
                    '[{"type": "tool-input-available", "toolCallId": "c", "toolName": "search", "input": {}}, {"type": "tool-output-error", "toolCallId": "c", "errorText": "no"}]', true,
                    '[{"type": "tool-search", "toolCallId": "c", "input": {}, "state": "output-error", "errorText": "no"}]'),
                ('a tool call whose input grows', '[{"type": "tool-input-start", "toolCallId": "c", "toolName": "search"}]', false,
                    '[{"type": "tool-search", "toolCallId": "c", "input": {}, "state": "input-streaming"}]'),
                ('a tool call that runs', '[{"type": "tool-input-available", "toolCallId": "c", "toolName": "search", "input": {"q": 1}}]', false,
                    '[{"type": "tool-search", "toolCallId": "c", "input": {"q": 1}, "state": "input-available"}]'),
                ('a tool call that was cut off', '[{"type": "tool-input-available", "toolCallId": "c", "toolName": "search", "input": {"q": 1}}]', true,
                    '[{"type": "tool-search", "toolCallId": "c", "input": {"q": 1}, "state": "output-error", "errorText": "interrupted"}]'),
                ('two calls whose results come in another order',
                    '[{"type": "tool-input-available", "toolCallId": "c1", "toolName": "a", "input": {}}, {"type": "tool-input-available", "toolCallId": "c2", "toolName": "b", "input": {}},
                      {"type": "tool-output-available", "toolCallId": "c2", "output": "2"}, {"type": "tool-output-available", "toolCallId": "c1", "output": "1"}]', true,
                    '[{"type": "tool-a", "toolCallId": "c1", "input": {}, "state": "output-available", "output": "1"},
                      {"type": "tool-b", "toolCallId": "c2", "input": {}, "state": "output-available", "output": "2"}]'),
                ('data that is replaced under its id, where it stood first',
                    '[{"type": "data-agent", "id": "x", "data": 1}, {"type": "text-delta", "id": "1", "delta": "a"}, {"type": "data-agent", "id": "x", "data": 2},
                      {"type": "data-agent", "id": "y", "data": 3}, {"type": "data-other", "id": "x", "data": 4}]', true,
                    '[{"type": "data-agent", "id": "x", "data": 2}, {"type": "text", "text": "a", "state": "done"},
                      {"type": "data-agent", "id": "y", "data": 3}, {"type": "data-other", "id": "x", "data": 4}]'),
                ('data without an id', '[{"type": "data-note", "data": 1}, {"type": "data-note", "data": 1}]', true, '[{"type": "data-note", "data": 1}, {"type": "data-note", "data": 1}]'),
                ('what is transient', '[{"type": "data-waiting", "data": 1, "transient": true}, {"type": "data-note", "data": 2, "transient": false}]', true,
                    '[{"type": "data-note", "data": 2, "transient": false}]'),
                ('text of every script', '[{"type": "text-delta", "id": "1", "delta": "茶 ☕ \" \\ "}, {"type": "text-delta", "id": "1", "delta": "é"}]', true,
                    '[{"type": "text", "text": "茶 ☕ \" \\ é", "state": "done"}]')
        ) x (name, stream, ended, parts)
    loop
        assert execution.fold(v_case.stream::jsonb, v_case.ended) = v_case.parts::jsonb,
            format('%s: %s', v_case.name, execution.fold(v_case.stream::jsonb, v_case.ended));
    end loop;

    select jsonb_agg(jsonb_build_object('type', 'text-delta', 'id', '1', 'delta', n || ' ') order by n) into v_stream
    from generate_series(1, 5000) n;
    assert execution.fold(v_stream, true) #>> '{0,text}' = (select string_agg(n || ' ', '' order by n) from generate_series(1, 5000) n), 'many deltas keep their order';
end
$$;
