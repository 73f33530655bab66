do $$
declare
    v_stop uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}');
    v_first uuid := hook.create_hook('{"event": "SessionStart", "kind": "command", "argv": ["/bin/true"]}');
    v_off uuid := hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"], "enabled": false}');
begin
    assert array(select h.id from hook.hooks() h) = array[v_first, v_stop, v_off], 'in the order of an execution';
    assert array(select h.id from hook.hooks(p_enabled => true) h) = array[v_first, v_stop], 'without those that are off';
    assert array(select h.id from hook.hooks(p_event => 'Stop', p_enabled => true) h) = array[v_stop], 'of one event';
    assert array(select h.id from hook.hooks(v_off) h) = array[v_off], 'or one';
end
$$;
