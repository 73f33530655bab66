do $$
begin
    assert not thread.request_indexing(), 'nothing waits, nothing is queued';
    perform session.open('s', 'Breakfast', null);
    update popagent_thread_search x set search = null, terms_version = 0;
    assert thread.request_indexing(), 'what waits is indexed in the background';
    assert not thread.request_indexing(), 'which is asked for once';
    assert (select array_agg(q.entrypoint) from pgqueuer q) = array['search-index'], 'as a job';
end
$$;
