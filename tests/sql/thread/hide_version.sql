do $$
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q1', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'a1', 'assistant', '[]', '{}', gen_random_uuid(), 'q1');
    perform thread.append('t', 'q2', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'a2', 'assistant', '[]', '{}', gen_random_uuid(), 'q2');
    perform thread.hide_version('t', 'q1');
    assert (
        select string_agg(m.id, ' ' order by m.position) = 'q1 q2 a2'
        from popagent_messages m
        where m.thread_id = 't'
        and m.shown
    ), 'the answer to that question is hidden, and nothing else';
    perform thread.hide_version('t', 'q1');
    perform thread.hide_version('t', 'nobody');
    perform thread.hide_version('nowhere', 'q2');
    assert (select count(*) = 3 from popagent_messages m where m.shown), 'where nothing is to be hidden, nothing happens';
end
$$;
