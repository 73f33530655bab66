do $$
declare
    v_id uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}');
    v_hint text;
begin
    perform hook.require(v_id);
    begin
        perform hook.require(gen_random_uuid());
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'hook_not_found', 'an id that no hook has is refused';
end
$$;
