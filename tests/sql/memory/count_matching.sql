do $$
declare
    v_id uuid := (select r.id from memory.remember('r', 'One', 'n') r);
begin
    perform memory.remember('r', 'Two');
    perform memory.remember('r', 'Three', 'n');
    perform memory.retain('r', 's', 'Two?', 'Two.');
    assert (select (c.facts, c.episodes) = (2, 1) from memory.count_matching('r') c), 'what holds now, by kind';
    assert (select (c.facts, c.episodes) = (1, 1) from memory.count_matching('r', p_search => 'two') c), 'of what a search picks out';
    assert (select (c.facts, c.episodes) = (1, 0) from memory.count_matching('r', 'fact', p_search => 'two') c);
    assert (select (c.facts, c.episodes) = (1, 0) from memory.count_matching('r', p_key => 'n') c);
    assert (select (c.facts, c.episodes) = (0, 1) from memory.count_matching('r', p_session_id => 's') c);
    assert (select (c.facts, c.episodes) = (0, 0) from memory.count_matching('nobody') c);
end
$$;
