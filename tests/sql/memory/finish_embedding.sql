do $$
declare
    v_tea uuid := (select r.id from memory.remember('r', 'I drink tea', 'drink') r);
    v_hash text := (select u.hash from memory.unembedded('mini', 9) u);
begin
    assert not memory.finish_embedding('mini'), 'not while a memory is left';
    perform memory.store_embeddings('mini', array[v_tea], array[v_hash], '{{1,0}}');
    assert memory.finish_embedding('mini'), 'all are embedded';
    assert (select s.model = 'mini' and s.dimension = 2 from popagent_memory_embedding_state s), 'the model is in use';

    perform memory.store_embeddings('other', array[v_tea], array[v_hash], '{{1,0,0}}');
    perform memory.fail_embedding('no answer');
    assert (select count(*) = 2 from popagent_memory_embeddings), 'the old vectors stay until the new ones are complete';
    assert memory.finish_embedding('other'), 'now they are';
    assert (select array_agg(e.model) from popagent_memory_embeddings e) = '{other}', 'and the old ones go';
    assert (select s.model = 'other' and s.dimension = 3 and s.failures = 0 and s.error is null and s.retry_at is null
        from popagent_memory_embedding_state s), 'with what had failed';

    perform memory.forget('r', v_tea);
    assert memory.finish_embedding('other'), 'without memories there is nothing to do';
    assert (select s.model = 'other' and s.dimension is null from popagent_memory_embedding_state s), 'and nothing to compare';
end
$$;
