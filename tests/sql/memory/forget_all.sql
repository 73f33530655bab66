do $$
declare
    v_ids uuid[] := array(select r.id from unnest(array['One', 'Two', 'Three']) with ordinality t (content, n), memory.remember('r', t.content, 'k' || t.n) r order by t.n);
    v_episode uuid := (select r.id from memory.retain('r', 's', 'Hello', 'Hi') r);
begin
    perform memory.remember('r', 'Two and a half', 'k2');
    assert memory.forget_all('stranger', v_ids) = 0 and memory.forget_all('r', '{}') = 0 and memory.forget_all('r', null) = 0, 'nothing that is not there goes';
    assert memory.forget_all('r', array[v_ids[2], v_episode, v_ids[2]]) = 3, 'a fact with its history, and an episode';
    assert array(select f.content from memory.facts f order by f.content) = array['One', 'Three'] and not exists (select from memory.history), 'the others stay';
    assert (select count(*) from popagent_memory_tombstones) = 2, 'facts leave tombstones';
    assert not exists (select from memory.check_index()), 'and the index is right';
end
$$;
