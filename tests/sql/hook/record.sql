do $$
declare
    v_hook uuid := hook.create_hook('{"event": "PreToolUse", "kind": "command", "argv": ["/bin/true", "x"]}');
    v_event uuid := gen_random_uuid();
    v_turn uuid := gen_random_uuid();
begin
    perform hook.record(v_event, v_hook, 1, 'PreToolUse', 'blocked', 1500, 10, 20, 's', v_turn, null, 'remember', 'c1', 'popagent', 2);
    perform hook.record(v_event, v_hook, 1, 'PreToolUse', 'ok', 1, 10, 0, 's', v_turn);
    assert (
        select jsonb_agg(jsonb_build_array(r.attempt, r.outcome, r.exit_code, r.tool_name, r.command) order by r.id)
        from hook.runs('s') r
    ) = '[[1, "blocked", 2, "remember", "/bin/true x"], [2, "ok", null, null, "/bin/true x"]]', 'attempts count on';
    assert (select public.clock() - r.started_at = '1.5 s' from hook.runs('s') r where r.attempt = 1), 'it began when it began';
end
$$;
