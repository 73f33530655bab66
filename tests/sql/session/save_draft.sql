do $$
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform session.open('s', '', null);
    set local popagent.now = '2026-03-01 13:00+00';
    assert session.save_draft('s', 'not sent yet', 'd'), 'a draft is kept';
    assert (select (p.draft, p.draft_id) = ('not sent yet', 'd') from session.page('s') p), 'and found again';
    assert (select (s.revision, s.updated_at) = (1::bigint, '2026-03-01 12:00+00'::timestamptz) from popagent_sessions s), 'it is no write to the session';
    begin
        perform session.save_draft('nowhere', 'lost');
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
    perform thread.open('a-task', 'task', 'popagent-user');
    begin
        perform session.save_draft('a-task', 'lost');
        assert false, 'a task has no draft';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
