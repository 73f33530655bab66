do $$
declare
    v_current bigint;
    v_past bigint;
begin
    perform memory.remember('r', 'One', 'k');
    perform memory.remember('r', 'Two', 'k');
    v_current := (select m.seq from popagent_memories m where m.content = 'Two');
    v_past := (select m.seq from popagent_memories m where m.content = 'One');
    perform memory.bury(array[v_past]);
    assert (select (t.key is null, t.folded_sha256 = popagent_same('one')) = (true, true) from popagent_memory_tombstones t),
        'a past value bars its wording, not its key';
    perform memory.bury(array[v_current]);
    assert exists (select from popagent_memory_tombstones t where t.key = 'k' and t.folded_sha256 = popagent_same('Two')), 'a current one both';
    perform memory.retain('r', 's', 'a', 'b');
    perform memory.bury((select array_agg(m.seq) from popagent_memories m where m.kind = 'episode'));
    assert (select count(*) from popagent_memory_tombstones) = 2, 'an episode neither';
end
$$;
