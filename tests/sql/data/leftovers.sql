do $$
begin
    assert (select bool_and(l.row_count = 0) from data.leftovers() l), 'of a tidy database nothing';
    perform thread.open('lost', 'chat', 'popagent-user');
    perform thread.open('lone', 'delegation', 'popagent-user');
    perform session.open(i, i, null, p_temporary => i = 'secret') from unnest(array['old', 'secret', 's']) i;
    update popagent_sessions set archived_at = clock() - interval '40 days' where id = 'old';
    update popagent_sessions set updated_at = clock() - interval '2 days' where id = 'secret';
    insert into popagent_executions (kind, thread_id, agent_id, state, end_reason, settings, model, owner, question_id, finished_at)
    values ('turn', 's', 'popagent', 'completed', 'final', '{}', 'm', 'o', 'q', clock() - interval '1 hour');
    insert into popagent_execution_parts select e.id, 1, '[1]' from popagent_executions e;
    perform thread.store_attachment('old.txt', 'text/plain', 'x', 'x');
    update popagent_attachments set created_at = clock() - interval '25 hours';
    assert (select bool_and(l.row_count = 1) from data.leftovers(30) l), 'one of each kind';
    assert (select l.row_count = 0 from data.leftovers() l where l.what = 'archived_sessions'), 'archived ones only when they are asked for';
end
$$;
