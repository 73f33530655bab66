do $$
declare
    v_tea uuid := (select r.id from memory.remember('r', 'I drink tea', 'drink') r);
    v_dog uuid := (select r.id from memory.remember('q', 'The dog is called Ada') r);
    v_hashes text[];
begin
    v_hashes := (select array_agg(u.hash order by u.seq) from memory.unembedded('mini', 9) u);
    assert memory.store_embeddings('mini', array[v_tea, v_dog], v_hashes, '{{1,0.5},{0,1}}') = 2, 'each is stored';
    assert memory.store_embeddings('mini', array[v_dog, v_tea], array[v_hashes[2], v_hashes[1]], '{{0,1},{1,0.5}}') = 2,
        'again without harm';
    assert (select e.embedding = '{1,0.5}' and e.dimension = 2 and e.resource_id = 'r'
        from popagent_memory_embeddings e where e.memory_id = v_tea), 'to its memory and owner';
    assert memory.store_embeddings('mini', array[gen_random_uuid()], v_hashes[1:1], '{{1,0}}') = 0, 'one that is gone is left out';
    perform memory.remember('r', 'I drink coffee', 'drink');
    assert memory.store_embeddings('mini', array[v_tea], v_hashes[1:1], '{{9,9}}') = 0, 'and one that says something else by now';

    insert into popagent_memory_embedding_state (singleton, model, dimension, failures, error, retry_at)
    values (true, 'mini', 2, 1, 'no answer', clock());
    perform memory.store_embeddings('mini', array[v_dog], v_hashes[2:2], '{{0,1,0}}');
    assert (select array_agg(e.dimension) from popagent_memory_embeddings e) = '{3}', 'vectors of another dimension go';
    assert (select s.model is null and s.dimension is null from popagent_memory_embedding_state s), 'and are not used';
    assert (select s.failures = 0 and s.error is null from popagent_memory_embedding_state s), 'a success ends the failures';

    perform memory.forget('q', v_dog);
    assert not exists (select from popagent_memory_embeddings e), 'a vector goes with its memory';
end
$$;
