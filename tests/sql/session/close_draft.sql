do $$
begin
    perform session.open('s', '', null);
    perform session.save_draft('s', 'hel', 'd');
    perform session.close_draft('s', 'd', 'hello');
    assert (select p.draft = '' and p.draft_id is null from session.page('s') p), 'what was sent is no draft any more';
    assert not session.save_draft('s', 'hell', 'd'), 'and does not become one again';
    assert (select s.revision = 1 from popagent_sessions s), 'it is no write to the session';
    perform session.close_draft('nowhere', 'd', 'hello');
    assert not exists (select from popagent_thread_state s where s.thread_id <> 's'), 'what is gone has no draft to end';
end
$$;
