do $$
begin
    perform session.open('s', 'Tea', null);
    assert (
        select p.draft = '' and p.draft_id is null and p.workspace_name is null and p.origin_title is null
        from session.page('s') p
    ), 'nothing kept, one workspace, no origin';

    perform session.fork('s', 'copy');
    perform session.save_draft('copy', 'hm', 'd');
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    update popagent_sessions set workspace_id = 'other' where id = 'copy';
    assert (
        select (p.draft, p.draft_id, p.workspace_name, p.origin_title) = ('hm', 'd', 'Other', 'Tea')
        from session.page('copy') p
    ), 'all of it; the workspace, now that there are two';
    perform session.remove('s');
    assert (select p.origin_title is null from session.page('copy') p), 'an origin that is gone has no title';
    assert not exists (select from session.page('s')), 'nothing of what does not exist';
end
$$;
