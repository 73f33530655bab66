do $$
begin
    perform session.open('s', 'A title', null);
    perform thread.append('s', 'm1', 'user', '[{"type": "text", "text": "tea"}]', '{}', gen_random_uuid());
    perform thread.index_text('s', 1, '2026-03-01', 'coffee');
    perform thread.index_text('s', null, '2026-03-01', 'Another title');
    assert (
        select array_agg(x.search::text order by x.position)
        from popagent_thread_search x
        where x.thread_id = 's'
        and x.terms_version = text.search_version()
    ) = array['''coffe'':1 ''coffee''', '''anoth'':1 ''another'' ''titl'':2 ''title'''], 'a text takes the place of the one before';
end
$$;
