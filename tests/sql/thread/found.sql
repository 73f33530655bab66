do $$
declare
    v_now timestamptz := '2026-03-01 12:00+00';
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform session.open(s, t, null) from (values ('a', ''), ('b', ''), ('c', 'Tea'), ('d', '')) x (s, t);
    perform thread.open('x', 'chat', 'stranger');
    insert into popagent_sessions (id, title, workspace_id) values ('x', 'Tea', 'default');
    perform thread.append('x', 'm1', 'user', '[{"type": "text", "text": "tea"}]', '{}', gen_random_uuid());
    perform thread.append('a', 'm' || n, 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', t)), '{}', gen_random_uuid())
    from (values (1, 'tea'), (2, 'tea with milk and a slice of lemon'), (3, 'tea tea tea'), (4, 'tea on the table'), (5, 'coffee')) x (n, t);
    perform thread.append('b', 'm1', 'user', '[{"type": "text", "text": "tea"}]', '{}', gen_random_uuid());
    perform thread.append('c', 'm1', 'user', '[{"type": "text", "text": "coffee"}]', '{}', gen_random_uuid());
    update popagent_thread_search h set created_at = v_now - interval '60 days' where h.thread_id = 'b';
    update popagent_thread_search h set created_at = v_now - interval '1 day' where h.thread_id <> 'b';

    assert (
        select array_agg(f.thread_id || coalesce(f.position::text, '') order by f.place)
        from thread.found('popagent-user', 'tea', v_now) f
    ) = array['c', 'a1', 'a3', 'a4', 'b1'],
        'titles first, then chats by their best hit, three of each, newer before older: ' || (
            select array_agg(f.thread_id || coalesce(f.position::text, '') order by f.place)
            from thread.found('popagent-user', 'tea', v_now) f
        )::text;
    assert (select array_agg(distinct f.hits) from thread.found('popagent-user', 'tea', v_now) f where f.thread_id = 'a') = array[4::bigint], 'hits are counted, all of them';
    assert (select count(*) from thread.found('popagent-user', 'tea', v_now, null, 'a', 1000) f) = 4, 'and shown on demand';
    assert (select array_agg(f.thread_id) from thread.found('stranger', 'tea', v_now) f) = array['x', 'x'], 'each owner finds what is their own';
    assert not exists (select from thread.found('popagent-user', null, v_now)), 'no query finds nothing';
    assert not exists (select from thread.found('popagent-user', 'cocoa', v_now)), 'nor does what nobody said';

    assert (select array_agg(f.thread_id) from thread.found('popagent-user', 'tea', v_now - interval '30 days') f) = array['b'],
        'what came after a moment is not found for it';

    update popagent_sessions s set archived_at = v_now where s.id = 'b';
    assert (select array_agg(f.thread_id) from thread.found('popagent-user', 'tea', v_now, true) f) = array['b'], 'archived chats alone';
    assert not exists (select from thread.found('popagent-user', 'tea', v_now, false) f where f.thread_id = 'b'), 'or without them';
    assert exists (select from thread.found('popagent-user', 'tea', v_now) f where f.thread_id = 'b'), 'or all';

    for i in 6..1205 loop
        perform thread.append('d', 'm' || i, 'user', '[{"type": "text", "text": "cocoa"}]', '{}', gen_random_uuid());
    end loop;
    assert (select max(f.hits) from thread.found('popagent-user', 'cocoa', v_now + interval '1 day') f) = 1000, 'of very many hits a thousand are looked at';
end
$$;
