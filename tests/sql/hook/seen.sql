do $$
declare
    v_hook uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}');
    v_turn uuid := gen_random_uuid();
    v_outcome text;
begin
    foreach v_outcome in array array['ok', 'modified', 'blocked', 'skipped', 'timed_out', 'failed', 'too_large'] loop
        perform hook.record(gen_random_uuid(), v_hook, 1, 'Stop', v_outcome, 1, 1, 1, 's', v_turn);
    end loop;
    assert (select (s.runs, s.blocked, s.failed)::text from hook.seen(array[v_turn, gen_random_uuid()]) s) = '(6,1,3)', 'those that ran';
end
$$;
