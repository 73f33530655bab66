do $$
declare
    v_seen text[] := '{}';
    v_page text[];
    v_last_at timestamptz;
    v_last_id text;
begin
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    set local popagent.now = '2026-03-01 12:00+00';
    for i in 1..7 loop
        perform session.open('same' || i, '', null);
    end loop;
    set local popagent.now = '2026-03-01 13:00+00';
    perform session.open('newest', 'Newest', 'other', '{"a": 1}');
    set local popagent.now = '2026-03-01 11:00+00';
    perform session.open('oldest', '', null);
    perform session.open('put-away', '', null);
    perform session.patch('put-away', 1, p_archived => true);

    assert (
        select array_agg(s.id) = array['newest', 'same7', 'same6', 'same5', 'same4', 'same3', 'same2', 'same1', 'oldest']
        from session.list_page() s
    ), 'active ones, last changed first, ids decide between equal times';
    assert (
        select (s.title, s.workspace_id, s.metadata, s.revision) = ('Newest', 'other', '{"a": 1}'::jsonb, 1::bigint)
        from session.list_page(p_limit => 1) s
    ), 'each as it is stored';
    assert (select array_agg(s.id) = array['put-away'] from session.list_page(p_archived => true) s), 'archived ones are a list of their own';
    assert (select array_agg(s.id) = array['newest'] from session.list_page(p_workspace_id => 'other') s), 'of one workspace';
    assert not exists (select from session.list_page(p_workspace_id => 'nowhere')), 'of an unknown workspace none';

    perform session.patch('same2', null, p_pinned => true);
    perform session.patch('same5', null, p_pinned => true);
    assert (select array_agg(s.id) = array['same5', 'same2'] from session.list_page(p_pinned => true) s), 'pinned ones alone, in the same order';
    assert (select not array_agg(s.id) && array['same5', 'same2'] and count(*) = 7 from session.list_page(p_pinned => false) s), 'or without them';
    assert (select count(*) = 9 from session.list_page() s), 'or all the same';

    set local popagent.now = '2026-03-01 12:30+00';
    perform session.open('secret', '', null, p_temporary => true);
    assert not exists (select from session.list_page() s where s.id = 'secret'), 'temporary ones are left out';
    assert (select array_agg(s.id) = array['secret'] and bool_and(s.temporary) from session.list_page(p_temporary => true) s), 'or a list of their own';
    assert (select (array_agg(s.id))[1:3] = array['newest', 'secret', 'same7'] from session.list_page(p_temporary => null) s), 'or stand among the others';

    perform session.mark_read('same1');
    perform thread.append('same1', 'a', 'assistant', '[]', '{}', gen_random_uuid());
    assert (select array_agg(s.id) = array['same1'] from session.list_page() s where s.unread), 'an answer that was not seen marks its session';

    loop
        select array_agg(s.id) into v_page
        from session.list_page(p_before_at => v_last_at, p_before_id => v_last_id, p_limit => 2) s;
        exit when v_page is null;
        v_seen := v_seen || v_page;
        select s.updated_at, s.id into v_last_at, v_last_id
        from session.load(v_page[cardinality(v_page)]) s;
    end loop;
    assert v_seen = (select array_agg(s.id) from session.list_page() s), format('page by page nothing is skipped or shown twice: %s', v_seen);

    for i in 1..200 loop
        perform session.open('many' || i, '', null);
    end loop;
    assert (select count(*) = 200 from session.list_page(p_limit => 1000)), 'a page has at most 200 rows';
    assert (select count(*) = 1 from session.list_page(p_limit => 0)), 'and at least one';
    assert (select count(*) = 200 from session.list_page()), '200 are the default';
end
$$;
