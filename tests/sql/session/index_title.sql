do $$
begin
    perform session.open('s', 'Breakfast', null);
    assert (select x.search @@ 'breakfast' from popagent_thread_search x where x.thread_id = 's'), 'a title is indexed with its session';
    update popagent_sessions s set title = 'Supper' where s.id = 's';
    assert (select array_agg(x.search @@ 'supper') from popagent_thread_search x where x.thread_id = 's') = array[true], 'and again when it changes';
end
$$;
