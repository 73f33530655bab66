do $$
declare
    v_gate uuid := hook.create_hook('{"event": "PreToolUse", "kind": "command", "argv": ["/bin/true"], "matcher": " remember, web* "}');
    v_observer uuid := hook.create_hook('{"event": "PostToolUse", "kind": "http", "url": "https://a.example/", "secret_names": ["k"], "timeout_ms": null}');
    v_second uuid := hook.create_hook('{"event": "PreToolUse", "kind": "command", "argv": ["/bin/true"], "enabled": false, "timeout_ms": 100}');
    v_message text;
begin
    assert (select (h.timeout_ms, h.on_failure, h.matcher, h.position, h.enabled, h.revision)::text from hook.hooks(v_gate) h)
        = (10000, 'block', 'remember,web*', 1, true, 1)::text, 'a gate has ten seconds and fails closed';
    assert (select (h.timeout_ms, h.on_failure, h.position)::text from hook.hooks(v_observer) h) = (30000, 'continue', 1)::text,
        'an observer has thirty and fails open';
    assert (select (h.position, h.enabled, h.timeout_ms)::text from hook.hooks(v_second) h) = (2, false, 100)::text, 'the next one is last';
    begin
        perform hook.create_hook('{"event": "Stop", "kind": "command", "argv": []}');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_message = message_text;
    end;
    assert v_message like 'argv: %', 'what is wrong is named';
    begin
        perform hook.create_hook('{"event": "PostToolUse", "kind": "command", "argv": ["/bin/true"], "on_failure": "block"}');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_message = message_text;
    end;
    assert v_message like 'onFailure: %', 'who is only told cannot block';
end
$$;
