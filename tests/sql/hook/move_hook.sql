do $$
declare
    v_ids uuid[] := array(
        select hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}') from generate_series(1, 3)
    );
    v_other uuid := hook.create_hook('{"event": "TaskStart", "kind": "command", "argv": ["/bin/true"]}');
begin
    perform hook.move_hook(v_ids[3], true);
    assert array(select h.id from hook.hooks(p_event => 'Stop') h) = array[v_ids[1], v_ids[3], v_ids[2]], 'one place up';
    perform hook.move_hook(v_ids[1], true);
    perform hook.move_hook(v_ids[1], false);
    assert array(select h.id from hook.hooks(p_event => 'Stop') h) = array[v_ids[3], v_ids[1], v_ids[2]], 'the first stays first, then one down';
    assert (select h.position from hook.hooks(v_other) h) = 1, 'other events keep their order';
end
$$;
