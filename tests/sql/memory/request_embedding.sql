do $$
begin
    set local popagent.now = '2026-12-01 08:00+00';
    assert not memory.request_embedding(), 'nothing is asked for while it is switched off';
    update popagent_memory_embedding_settings set enabled = true;
    if not memory.has_vectors() then
        assert not memory.request_embedding(), 'nor without the extension';
        return;
    end if;
    assert memory.request_embedding(), 'the job is queued';
    assert not memory.request_embedding(), 'once';
    assert (select count(*) = 1 from pgqueuer q where q.entrypoint = 'memory-embed'), 'one job';
    update pgqueuer set status = 'picked';
    assert memory.request_embedding(), 'another one may wait while it runs, for it may be about to end';
    assert not memory.request_embedding(), 'once';
    delete from pgqueuer;
    perform memory.fail_embedding('no answer');
    assert not memory.request_embedding(), 'after a failure it waits';
    assert memory.request_embedding(true), 'unless its owner changed something';
    assert (select s.error is null from popagent_memory_embedding_state s), 'who is not told of it any more';
    delete from pgqueuer;
    perform memory.fail_embedding('no answer');
    set local popagent.now = '2026-12-01 08:01:01+00';
    assert memory.request_embedding(), 'or the time has come';
end
$$;
