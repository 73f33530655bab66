do $$
declare
    v_fact uuid;
    v_old uuid;
begin
    v_fact := (select r.id from memory.remember('r', 'Port 22', 'port') r);
    perform memory.remember('r', 'Port 23', 'port');
    perform memory.remember('r', 'Port 24', 'port');
    v_old := (select r.id from memory.remember('r', 'Port is 21 as ever') r);
    perform memory.remember('r', 'Port 25', 'port', p_supersedes => v_old);
    begin
        perform memory.forget('stranger', v_fact);
        assert false, 'only its owner forgets it';
    exception when sqlstate 'PT404' then
        null;
    end;
    assert memory.forget(p_resource_id => 'r', p_id => v_fact) = 5, 'a fact goes with all it replaced';
    assert not exists (select from popagent_memories m where m.resource_id = 'r'), 'nothing is left';
    assert not exists (select from popagent_memory_postings) and not exists (select from memory.recall('r', 'port')), 'nor found';
    assert not exists (select from memory.list_page('r')) and (select c.facts + c.episodes = 0 from memory.count_matching('r') c) and (select c.facts = 0 from memory.count_matching('r', p_search => 'port') c)
        and not exists (select from memory.export_page('r')) and not exists (select from memory.counts c where c.resource_id = 'r')
        and (select b.block is null from memory.recall_block('r', 'port') b), 'wherever one looks';
    assert (select count(*) from popagent_memory_tombstones t where t.resource_id = 'r') = 5, 'each wording is barred';
    begin
        perform memory.forget('r', v_fact);
        assert false, 'it is gone';
    exception when sqlstate 'PT404' then
        null;
    end;

    v_fact := (select r.id from memory.retain('r', 's', 'Hello', 'Hi', now()) r);
    assert memory.forget('r', v_fact) = 1, 'an episode goes alone';
    assert (select count(*) from popagent_memory_tombstones t) = 5, 'and leaves no stone';
    assert not exists (select from memory.check_index()), 'the index stays right';
end
$$;
