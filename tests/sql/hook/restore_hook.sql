do $$
declare
    v_row jsonb := hook.remove_hook(hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}'));
    v_hint text;
begin
    perform hook.restore_hook(v_row);
    perform hook.restore_hook(v_row || '{"enabled": false}');
    assert (select h.enabled from hook.hooks((v_row ->> 'id')::uuid) h), 'what is there again stays as it is';
    begin
        perform hook.restore_hook(v_row || '{"timeout_ms": 1}');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'out_of_range', 'nothing comes in that could not be made';
end
$$;
