do $$
begin
    perform session.open('secret', '', null, p_temporary => true);
    perform session.open('plain', '', null);
    assert execution.is_temporary('secret'), 'a temporary session';
    assert not execution.is_temporary('plain'), 'no other one';
    assert not execution.is_temporary('nowhere'), 'nor what does not exist';

    perform execution.accept_turn('secret', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform execution.accept_turn('plain', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform thread.open('helper', 'delegation', 'popagent-user');
    perform thread.open('helpers-helper', 'delegation', 'popagent-user');
    perform thread.open('other-helper', 'delegation', 'popagent-user');
    insert into popagent_executions (kind, thread_id, parent_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
    select 'delegation', d.thread_id, p.id, p.agent_id, p.state, p.settings, p.model, p.owner, p.lease_expires_at, 'm'
    from (values ('helper', 'secret'), ('other-helper', 'plain')) d (thread_id, asked_by)
    join popagent_executions p on p.thread_id = d.asked_by;
    insert into popagent_executions (kind, thread_id, parent_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
    select 'delegation', 'helpers-helper', p.id, p.agent_id, p.state, p.settings, p.model, p.owner, p.lease_expires_at, 'm'
    from popagent_executions p
    where p.thread_id = 'helper';
    assert execution.is_temporary('helper'), 'a delegation is as temporary as the chat that asked for it';
    assert execution.is_temporary('helpers-helper'), 'at any depth';
    assert not execution.is_temporary('other-helper'), 'and no more than that';
end
$$;
