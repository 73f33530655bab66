do $$
declare
    v_keyed uuid := (memory.remember('r', 'Port 22', 'ssh.port')).id;
    v_fact uuid := (memory.remember('r', 'Likes tea')).id;
    v_episode uuid := (memory.retain('r', 's', 'Hi', 'Hello', '2026-11-24 08:00+00')).id;
begin
    assert memory.twin('r', 'fact', 'ssh.port', 'Port 9', null) = v_keyed, 'the same key';
    assert memory.twin('r', 'fact', null, 'likes  TEA', null) = v_fact, 'the same words';
    assert memory.twin('r', 'episode', null, e'User: Hi\nAssistant: Hello', null) = v_episode, 'the same exchange';
    assert memory.twin('other', 'fact', 'ssh.port', 'Port 9', null) is null, 'of the same owner only';
    assert memory.twin('r', 'fact', 'ssh.port', 'Port 9', now()) is null, 'an earlier value stands beside the one that holds';
    assert memory.twin('r', 'fact', null, 'Port 22', null) is null, 'with a key it is another fact';
end
$$;
