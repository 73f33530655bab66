do $$
declare
    v_tea uuid := (select r.id from memory.remember('r', 'I drink tea') r);
begin
    assert (select s.memories = 1 and s.embedded = 0 and s.model is null and s.error is null from memory.embedding_status(null) s),
        'before the first attempt';
    assert (select s.has_vectors = memory.has_vectors() from memory.embedding_status('') s), 'whether the extension is there';
    perform memory.remember('r', 'I drink coffee');
    perform memory.store_embeddings('mini', array[v_tea], (select array_agg(u.hash) from memory.unembedded('mini', 9) u where u.id = v_tea), '{{1,0}}');
    assert (select s.memories = 2 and s.embedded = 1 from memory.embedding_status('mini') s), 'counted for a model';
    assert (select s.embedded = 0 from memory.embedding_status('other') s), 'and for another';
    perform memory.fail_embedding('no answer');
    assert (select s.error = 'no answer' and s.retry_at > clock() from memory.embedding_status('mini') s), 'the failure in words';
end
$$;
