do $$
begin
    perform session.open('s', 'Breakfast', null);
    for i in 1..5 loop
        perform thread.append('s', 'm' || i, 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'tea ' || i)), '{}', gen_random_uuid());
    end loop;
    update popagent_messages m set created_at = timestamptz '2026-03-01' + make_interval(days => m.position::integer);
    assert thread.index_batch() = 0, 'nothing waits';

    -- As the migration leaves the messages of older databases.
    update popagent_thread_search x
    set search = null,
        terms_version = 0,
        created_at = coalesce((select m.created_at from popagent_messages m where m.thread_id = x.thread_id and m.position = x.position), '2020-01-01')
    where x.thread_id = 's';
    assert thread.index_batch(2) = 2, 'some are indexed at a time';
    assert (select array_agg(x.position order by x.position) from popagent_thread_search x where x.search is not null) = array[4::bigint, 5], 'the newest first';
    assert thread.index_batch() = 4 and thread.index_batch() = 0, 'and all in the end';
    assert (select count(*) from popagent_thread_search x where x.search @@ 'tea' and x.terms_version = text.search_version()) = 5, 'messages';
    assert (select x.search @@ 'breakfast' from popagent_thread_search x where x.position is null), 'and titles';

    -- As if the terms had been made another way when these were indexed: still found, and made anew.
    update popagent_thread_search x set search = 'older', terms_version = -1 where x.position = 3;
    assert thread.index_batch() = 1, 'what another version indexed is indexed anew';
    assert (select x.search @@ 'tea' from popagent_thread_search x where x.position = 3), 'by the present one';
end
$$;
