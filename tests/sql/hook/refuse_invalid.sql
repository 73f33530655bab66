do $$
declare
    v_id uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}');
    v_change text;
    v_field text;
    v_message text;
begin
    for v_change, v_field in
        values
            ('{"matcher": "a b*c"}', 'matcher'),
            ('{"matcher": "a,,b"}', 'matcher'),
            ('{"matcher": "(a|b)"}', 'matcher'),
            (jsonb_build_object('matcher', repeat('a', 1001))::text, 'matcher'),
            ('{"argv": []}', 'argv'),
            ('{"url": "https://a.example/"}', 'url'),
            ('{"allow_loopback": true}', 'allowLoopback'),
            ('{"kind": "http", "argv": [], "secret_names": ["k"]}', 'url'),
            ('{"kind": "http", "url": "https://a.example/", "secret_names": ["k"]}', 'argv'),
            ('{"kind": "http", "url": "https://a.example/", "argv": []}', 'secretNames'),
            ('{"timeout_ms": 99}', 'timeoutMs'),
            ('{"timeout_ms": 60001}', 'timeoutMs'),
            ('{"event": "TaskStop"}', 'onFailure')
    loop
        v_message := null;
        begin
            perform hook.change_hook(v_id, 1, v_change::jsonb);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_message = message_text;
        end;
        assert v_message like v_field || ':%', v_change;
    end loop;
    perform hook.change_hook(v_id, 1, '{"matcher": "a,b*,*"}');
end
$$;
