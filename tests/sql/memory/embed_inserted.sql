do $$
begin
    perform memory.remember('r', 'I drink tea');
    assert not exists (select from pgqueuer), 'while it is off nothing is queued';
    update popagent_memory_embedding_settings set enabled = true;
    perform memory.retain('r', 's', 'Hello', 'Hello to you');
    perform memory.remember('r', 'I drink coffee');
    assert (select count(*) from pgqueuer q where q.entrypoint = 'memory-embed') = memory.has_vectors()::integer,
        'new memories ask to be embedded, together once, where that can be done';
end
$$;
