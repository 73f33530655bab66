do $$
declare
    v_text jsonb := '[{"type": "text", "text": "tea"}]';
begin
    perform session.open('s', '', null);
    perform thread.open('t', 'task', 'popagent-user');
    perform thread.append('s', 'q1', 'user', v_text, '{}', gen_random_uuid());
    perform thread.append('t', 'q1', 'user', v_text, '{}', gen_random_uuid());

    update popagent_messages m set parts = '[{"type": "text", "text": "coffee"}]';
    assert (
        select array_agg(x.thread_id || x.search::text)
        from popagent_thread_search x
        where x.position is not null
    ) = array['s''coffe'':1 ''coffee'''], 'a message of a chat is found by what it says now';

    perform thread.append('s', 'a1', 'assistant', v_text, '{}', gen_random_uuid(), 'q1');
    perform thread.append('s', 'a2', 'assistant', '[{"type": "text", "text": "milk"}]', '{}', gen_random_uuid(), 'q1');
    assert not exists (select from popagent_thread_search x where x.search @@ 'tea'), 'a version that gave way cannot be found';
    perform thread.show_version('s', 'a1');
    assert (select array_agg(x.position) from popagent_thread_search x where x.search @@ 'tea') = array[2::bigint], 'until it is shown again';
    assert not exists (select from popagent_thread_search x where x.search @@ 'milk'), 'in place of the other';

    delete from popagent_messages m where m.thread_id = 's' and m.id = 'q1';
    assert not exists (select from popagent_thread_search x where x.thread_id = 's' and x.position is not null), 'what is deleted is gone';
end
$$;
