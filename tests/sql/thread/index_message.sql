do $$
declare
    v_text jsonb := '[{"type": "text", "text": "tea"}]';
begin
    perform session.open('s', '', null);
    perform thread.open('t', 'task', 'popagent-user');
    perform thread.append('s', 'q1', 'user', v_text, '{}', gen_random_uuid());
    perform thread.append('t', 'q1', 'user', v_text, '{}', gen_random_uuid());
    assert (select array_agg(x.thread_id) from popagent_thread_search x where x.search @@ 'tea') = array['s'], 'messages of chats are indexed as they come';

    update popagent_messages m set parts = '[{"type": "text", "text": "coffee"}]' where m.thread_id = 's';
    assert (select x.search @@ 'coffee' from popagent_thread_search x where x.thread_id = 's' and x.position = 1), 'and as they change';

    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown)
    values ('s', 2, 'a1', 'assistant', v_text, '{}', gen_random_uuid(), 'q1', false);
    assert not exists (select from popagent_thread_search x where x.search @@ 'tea'), 'a version that is not shown cannot be found';
    update popagent_messages m set shown = true where m.id = 'a1';
    assert exists (select from popagent_thread_search x where x.search @@ 'tea'), 'until it is shown';
    update popagent_messages m set shown = false where m.id = 'a1';
    assert not exists (select from popagent_thread_search x where x.search @@ 'tea'), 'and not when it gave way again';

    delete from popagent_messages m where m.id = 'q1' and m.thread_id = 's';
    assert not exists (select from popagent_thread_search x where x.thread_id = 's' and x.position is not null), 'what is deleted is gone';
    perform thread.remove('s');
    assert not exists (select from popagent_thread_search x where x.thread_id = 's'), 'with its chat';
end
$$;
