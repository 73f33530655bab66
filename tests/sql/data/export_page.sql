do $$
declare
    v_line text;
begin
    set local timezone = 'Asia/Tokyo';
    perform session.open('s', 'Title', null);
    perform session.open('secret', 'Secret', null, p_temporary => true);
    perform thread.append(i, 'm', 'user', '[1.10]', '{}', gen_random_uuid()) from unnest(array['s', 'secret']) i;
    select e.line into v_line from data.export_page('message') e where e.key = '["s", 1]';
    assert v_line like '{"message": {%"parts": [1.10]%+00:00"%}}', 'a line, in UTC, with numbers as they are';
    assert v_line::jsonb -> 'message' ->> 'thread_id' = 's', 'and JSON';
    assert (select array_agg(e.key) = '{"\"s\"","\"secret\""}' and count(e.line) = 1 from data.export_page('session') e), 'a temporary session has a key and no line';
    assert (select count(e.line) = 1 from data.export_page('thread') e) and (select count(e.line) = 1 from data.export_page('message') e), 'nor has anything of it';
    assert (select count(*) = 1 from data.export_page('session', '"s"') e), 'a page after a key';
    assert not exists (select from data.export_page('session', '"secret"'));
end
$$;
