do $$
begin
    perform session.open(i, i, null) from unnest(array['old', 'new', 'active', 'busy']) i;
    update popagent_sessions set archived_at = clock() - interval '40 days', revision = 7 where id in ('old', 'busy');
    update popagent_sessions set archived_at = clock() - interval '2 days' where id = 'new';
    insert into popagent_executions (kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
    values ('turn', 'busy', 'popagent', 'running', '{}', 'm', 'o', now(), 'q');
    assert (select array_agg((a.id, a.mark)::text) = array['(old,7)'] from session.archived_for(30) a), 'so long ago, and nothing runs';
    assert (select count(*) = 2 from session.archived_for(0)), 'all that are archived';
    assert not exists (select from session.archived_for(null)), 'none without a number';
end
$$;
