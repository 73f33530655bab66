do $$
begin
    assert memory.embedding_model() is null, 'no model before one has embedded all memories';
    insert into popagent_memory_embedding_state (singleton, model, dimension, failures) values (true, 'mini', 2, 0);
    assert memory.embedding_model() is null, 'none while it is switched off';
    update popagent_memory_embedding_settings set enabled = true;
    assert memory.embedding_model() is not distinct from case when memory.has_vectors() then 'mini' end,
        'the one in use, where distances can be measured';
    update popagent_memory_embedding_settings set model = 'other';
    assert memory.embedding_model() is not distinct from case when memory.has_vectors() then 'mini' end,
        'it stays in use until another one has embedded all memories';
    update popagent_memory_embedding_state set dimension = null;
    assert memory.embedding_model() is null, 'none while there is no vector';
end
$$;
