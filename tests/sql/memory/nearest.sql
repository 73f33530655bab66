do $$
declare
    v_ids uuid[];
    v_hashes text[];
begin
    perform memory.remember('r', x) from unnest('{I drink tea,The dog is called Ada,I live by the sea}'::text[]) x;
    perform memory.remember('q', 'Of another owner');
    select array_agg(u.id order by u.seq), array_agg(u.hash order by u.seq) into v_ids, v_hashes
    from memory.unembedded('mini', 9) u;
    perform memory.store_embeddings('mini', v_ids, v_hashes, '{{1,0},{0.8,0.6},{0,0},{1,0}}');
    assert memory.finish_embedding('mini'), 'all have a vector';
    assert not exists (select from memory.nearest('r', null)), 'nothing without a vector';
    assert not exists (select from memory.nearest('r', '{1,0,0}')), 'nothing for a vector of another dimension';
    if not memory.has_vectors() then
        assert not exists (select from memory.nearest('r', '{1,0}')), 'nothing, and no error, without the extension';
        return;
    end if;
    assert (
        select array_agg(m.content || ' ' || n.closeness order by n.closeness desc)
        from memory.nearest('r', '{1,0}') n
        join popagent_memories m using (seq)
    ) = '{I drink tea 1}', 'the nearest of this owner; what is no nearer than usual and what has no direction are left out';
    assert (select n.closeness = 1 from memory.nearest('q', '{0,1}') n), 'a single one is the nearest';
    perform memory.remember('r', 'I drink tea');
    update popagent_memories set content = 'I drink milk' where id = v_ids[1];
    assert not exists (select from memory.nearest('r', '{1,0}') n join popagent_memories m using (seq) where m.id = v_ids[1]),
        'a vector of other words than the present ones does not count';
end
$$;
