do $$
declare
    v_other uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/false"]}');
    v_id uuid := hook.create_hook('{"event": "PreToolUse", "kind": "command", "argv": ["/bin/true"]}');
    v_hint text;
    v_detail text;
begin
    assert hook.change_hook(v_id, 1, '{"enabled": false}') = 2, 'a change counts';
    assert (select (h.event, h.argv, h.enabled)::text from hook.hooks(v_id) h) = ('PreToolUse', '{/bin/true}'::text[], false)::text, 'and touches what is given only';
    assert hook.change_hook(v_id, 2, '{"event": "Stop"}') = 3, 'the event too';
    assert (select h.position from hook.hooks(v_id) h) = 2, 'where it is the last then';
    begin
        perform hook.change_hook(v_id, 2, '{"enabled": true}');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
    end;
    assert v_hint = 'revision_conflict' and (v_detail::jsonb ->> 'revision')::integer = 3, 'a stale change is refused, with what is stored';
    begin
        perform hook.change_hook(gen_random_uuid(), 1, '{}');
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'hook_not_found', 'so is one of a hook that is not there';
end
$$;
