do $$
begin
    perform session.open('s', '', null);
    perform thread.append('s', 'q' || n, 'user', '[]', '{}', gen_random_uuid()) from generate_series(1, 3) n;
    perform thread.append('s', 'a' || n, 'assistant', '[]', '{}', gen_random_uuid(), 'q3') from generate_series(1, 4) n;
    perform thread.append('s', 'q4', 'user', '[]', '{}', gen_random_uuid());

    assert thread.end_of_page('s', 0, 2) = 3, 'two messages from the beginning end before the third';
    assert thread.end_of_page('s', 1, 3) = 8, 'versions that are not shown do not count';
    assert thread.end_of_page('s', 1, 4) = 9, 'up to the last one';
    assert thread.end_of_page('s', 1, 5) is null, 'which no longer page reaches beyond';
    assert thread.end_of_page('nowhere', 0, 1) is null, 'nor is there one in no thread';
    assert thread.end_of_page('s', 0, 0) = 2, 'a page has one message at least';
end
$$;
