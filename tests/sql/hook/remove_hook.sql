do $$
declare
    v_id uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}');
    v_hint text;
    v_row jsonb;
begin
    begin
        perform hook.remove_hook(v_id, 2);
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'revision_conflict', 'a stale view deletes nothing';
    perform hook.record(gen_random_uuid(), v_id, 1, 'Stop', 'ok', 5, 1, 1);
    v_row := hook.remove_hook(v_id, 1);
    assert v_row ->> 'id' = v_id::text and not exists (select from hook.hooks(v_id)), 'it is gone, and told';
    assert (select r.command is null and r.outcome = 'ok' from hook.runs(p_hook_id => v_id) r), 'its runs stay';
    perform hook.restore_hook(v_row);
    assert (select to_jsonb(h) from hook.hooks(v_id) h) = v_row, 'it comes back as it was';
end
$$;
