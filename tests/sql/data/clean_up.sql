do $$
declare
    v_before record;
begin
    perform thread.open(i, 'chat', 'popagent-user') from unnest(array['lost', 'changed']) i;
    perform thread.open('lone', 'delegation', 'popagent-user');
    perform session.open(i, i, null) from unnest(array['old', 'again', 's']) i;
    update popagent_sessions set archived_at = clock() where id in ('old', 'again');
    perform memory.remember('r', 'Likes tea');
    select * into v_before from memory.fingerprint();
    assert (
        select jsonb_object_agg(c.what, c.row_count) = '{"orphan_threads": 1, "archived_sessions": 1, "temporary_sessions": 0, "unsent_files": 0, "lost_turns": 0, "lone_delegations": 1, "stale_streams": 0}'
        from data.clean_up('{lost,changed}', '{0,9}', false, '{old,again}', '{1,9}') c
    ), 'what is as it was marked goes';
    assert (select array_agg(t.id order by t.id) = '{again,changed,s}' from popagent_threads t), 'what changed since stays';
    assert (select array_agg((c.what, c.row_count)::text) @> '{"(adopted,1)"}' from data.clean_up('{changed}', '{0}', true, '{}', '{}') c), 'or is adopted';
    assert exists (select from popagent_sessions s where s.id = 'changed');
    assert (select f = v_before from memory.fingerprint() f), 'memories are not touched';
end
$$;
