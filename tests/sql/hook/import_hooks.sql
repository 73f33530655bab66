do $$
declare
    v_row jsonb := hook.remove_hook(hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}'));
begin
    assert (select i.stored is null and i.given ->> 'event' = 'Stop' from hook.import_hooks(jsonb_build_array(v_row), false) i), 'what is not there';
    assert not exists (select from hook.hooks()), 'comparing writes nothing';
    perform hook.import_hooks(jsonb_build_array(v_row), true);
    assert (select not h.enabled from hook.hooks() h), 'it comes in, and does not run before its owner says so';
    assert (select i.stored = i.given from hook.import_hooks(jsonb_build_array(v_row), true) i), 'again it is the same';
end
$$;
