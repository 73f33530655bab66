do $$
declare
    v_hint text;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'a', 'assistant', '[]', '{}', gen_random_uuid());

    set local popagent.now = '2026-03-01 12:00+00';
    assert thread.save_draft('t', 'hel', 'd1'), 'a draft is kept';
    set local popagent.now = '2026-03-01 13:00+00';
    assert thread.save_draft('t', 'hello', 'd1'), 'and replaced as it grows';
    assert (
        select (s.draft, s.draft_id, s.read_position, s.updated_at) = ('hello', 'd1', 2::bigint, '2026-03-01 13:00+00'::timestamptz)
        from popagent_thread_state s
    ), 'whoever writes at the page has read it';
    assert thread.save_draft('t', 'another page', 'd2'), 'the last one that is saved counts';
    assert thread.save_draft('t', 'a script''s'), 'an id is not needed';
    assert (select s.draft = 'a script''s' and s.draft_id is null from popagent_thread_state s), 'nor kept from before';

    perform thread.close_draft('t', 'd1', 'hello');
    assert not thread.save_draft('t', 'hell', 'd1'), 'a draft that was sent does not come back';
    assert (select s.draft = 'a script''s' from popagent_thread_state s), 'nor overwrites another';
    assert thread.save_draft('t', 'new', 'd3'), 'the next one is kept';
    assert thread.save_draft('t', '', 'd3'), 'an emptied box too';
    assert (select s.draft = '' from popagent_thread_state s), 'as it is';

    assert thread.save_draft('t', repeat('é', 500000), 'd3'), '1 MB fits';
    begin
        perform thread.save_draft('t', repeat('é', 500000) || 'x', 'd3');
        assert false, 'more is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'draft_too_long', v_hint;
    end;
end
$$;
