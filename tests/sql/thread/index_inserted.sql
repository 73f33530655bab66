do $$
declare
    v_text jsonb := '[{"type": "text", "text": "tea"}]';
begin
    perform session.open('s', '', null);
    perform thread.open('t', 'task', 'popagent-user');
    perform thread.append('s', 'q1', 'user', v_text, '{}', gen_random_uuid());
    perform thread.append('t', 'q1', 'user', v_text, '{}', gen_random_uuid());
    assert (select array_agg(x.thread_id) from popagent_thread_search x where x.search @@ 'tea') = array['s'], 'messages of chats are indexed as they come';
    perform thread.append('s', 'a1', 'assistant', '[{"type": "text", "text": "milk"}]', '{}', gen_random_uuid(), 'q1', false);
    assert not exists (select from popagent_thread_search x where x.search @@ 'milk'), 'but for versions that are not shown';

    perform session.open('u', '', null);
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id)
    select 'u', n, 'm' || n, 'user', v_text, '{}', gen_random_uuid() from generate_series(1, 21) n;
    assert (select count(*) from popagent_thread_search x where x.thread_id = 'u' and x.search is null) = 21, 'very many at once wait for the background';
    assert exists (select from pgqueuer q where q.entrypoint = 'search-index'), 'which is told';
    perform thread.index_batch();
    assert (select count(*) from popagent_thread_search x where x.thread_id = 'u' and x.search @@ 'tea') = 21, 'which finds them';

    delete from pgqueuer;
    perform thread.append('s', 'q2', 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('cocoa ', 6000))), '{}', gen_random_uuid());
    assert exists (select from pgqueuer) and not exists (select from popagent_thread_search x where x.search @@ 'cocoa'), 'so does a very long one';
    perform thread.index_batch();
    assert exists (select from popagent_thread_search x where x.search @@ 'cocoa'), 'and is found soon';

    perform thread.remove('u');
    assert not exists (select from popagent_thread_search x where x.thread_id = 'u'), 'what is deleted is gone';
end
$$;
