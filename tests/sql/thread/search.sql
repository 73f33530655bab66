do $$
declare
    v_found record;
    v_query text;
    v_until timestamptz := '2026-03-01 12:00+00';
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform session.open('a', 'Weekend in Prague', null);
    perform thread.append('a', 'm1', 'user', '[{"type": "text", "text": "Is a <b>weekend</b> enough?"}]', '{}', gen_random_uuid());
    perform thread.append('a', 'm2', 'assistant', '[
        {"type": "reasoning", "text": "secretthought"},
        {"type": "tool-search", "input": {}, "output": "toolresult"},
        {"type": "text", "text": "Two days in Prague are enough."},
        {"type": "file", "filename": "holiday-plan.pdf"}
    ]', '{}', gen_random_uuid());
    perform session.open('b', '', null);
    perform thread.append('b', 'm1', 'user', '[{"type": "text", "text": "外币汇率换算用欧元 東京の天気 회의는 ประชุมวันจันทร์ الاجتماع Zoë 100% foo_bar"}]', '{}', gen_random_uuid());

    select f.* into v_found from thread.search('popagent-user', 'weekend enough') f;
    assert (v_found.session_id, v_found.title, v_found.message_id, v_found.position, v_found.role, v_found.hits, v_found.created_at, v_found.exact)
        = ('a', 'Weekend in Prague', 'm1', 1::bigint, 'user', 1::bigint, public.clock(), true), v_found::text;
    assert v_found.snippet = 'Is a <b>weekend</b> enough?', 'a snippet is plain text';
    assert v_found.marks = '[{"start": 8, "end": 15}, {"start": 20, "end": 26}]', 'with places: ' || v_found.marks;
    assert v_found.title_marks = '[{"start": 0, "end": 7}]', 'in the title, too: ' || v_found.title_marks;

    assert (select array_agg(coalesce(f.message_id, '-')) from thread.search('popagent-user', 'prague') f) = array['-', 'm2'], 'a title is found without a message';
    assert exists (select from thread.search('popagent-user', 'holiday') f), 'the name of a file';
    assert not exists (select from thread.search('popagent-user', 'secretthought') f), 'no thoughts';
    assert not exists (select from thread.search('popagent-user', 'toolresult') f), 'no results of tools';
    assert not exists (select from thread.search('popagent-user', 'weekend tokyo') f), 'every word must occur';
    assert not exists (select from thread.search('stranger', 'prague') f), 'only what is the owner''s';
    assert exists (select from thread.search('popagent-user', 'wee') f), 'while it is typed';

    foreach v_query in array array['汇率', '欧元换算', '税 汇', '天気', '회의', 'วันจันทร์', 'اجتماع', 'zoe', e'Zoe\u0308', '100%', 'foo_bar', 'FOO'] loop
        assert exists (select from thread.search('popagent-user', v_query)) = (v_query <> '税 汇'), 'every script is searched: ' || v_query;
    end loop;
    assert (select f.exact from thread.search('popagent-user', '欧元换算') f) = false, 'what is only similar is marked so';

    foreach v_query in array array['', ' ', 'the of and', '???', '🙂', '的', '!', '<->', '(((', e'\\', '＇', '%_', ''':*', repeat('never said ', 60000)] loop
        assert not exists (select from thread.search('popagent-user', v_query)), 'without a usable word nothing is found: ' || left(v_query, 20);
    end loop;
    assert not exists (select from thread.search('popagent-user', null)), 'neither for null';
    assert exists (select from thread.search('popagent-user', 'prague & | ! :* <-> ((( '' \')), 'operators are not in the way';

    perform memory.remember('popagent-user', 'The weekend in Prague');
    select f.* into v_found from thread.search('popagent-user', 'wekend ') f limit 1;
    assert not v_found.exact and v_found.title_marks <> '[]', 'a misspelt word finds what looks like it';

    for i in 1..30 loop
        perform session.open('s' || i, '', null);
        perform thread.append('s' || i, 'm', 'user', '[{"type": "text", "text": "cocoa"}]', '{}', gen_random_uuid());
    end loop;
    create temporary table page on commit drop as
    select f.session_id from thread.search('popagent-user', 'cocoa', p_until => v_until) f;
    perform session.open('late', 'Cocoa', null);
    update popagent_thread_search h set created_at = v_until + interval '1 minute' where h.thread_id = 'late';
    insert into page
    select f.session_id from thread.search('popagent-user', 'cocoa', p_until => v_until, p_exact => true, p_skip => 20) f;
    assert (select (count(*), count(distinct p.session_id)) = (30, 30) from page p), 'pages follow one another, whatever came meanwhile';
    assert not exists (select from thread.search('popagent-user', 'cocoa', p_until => v_until, p_exact => true, p_skip => 30)), 'to their end';
    assert (select count(*) from thread.search('popagent-user', 'cocoa', p_limit => 3)) = 3 and (select count(*) from thread.search('popagent-user', 'cocoa', p_limit => 0)) = 1,
        'a page is as long as asked';
    assert (select array_agg(f.session_id) from thread.search('popagent-user', 'cocoa', p_thread_id => 's7') f) = array['s7'], 'one chat alone';
end
$$;
