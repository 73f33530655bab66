do $$
declare
    v_id uuid;
    v_row record;
begin
    assert not exists (select from execution.context(gen_random_uuid())), 'what does not exist has none';
    perform execution.finish(
        (select a.execution_id from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model') a),
        'me', 'completed', 'final', p_tail => '[{"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "answer"}]'
    );
    select a.execution_id into v_id
    from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "two"}, {"type": "text", "text": "three"}]', 'me', 10, 'model') a;
    select * into strict v_row from execution.context(v_id);
    assert v_row.system = agent.system_message('popagent'), 'the role of its agent';
    assert v_row.messages = '[
        {"role": "user", "content": "one"}, {"role": "assistant", "content": "answer"}, {"role": "user", "content": "two\n\nthree"}
    ]', 'the thread up to the question';
    assert v_row.tools = (select a.tools from popagent_agents a where a.id = 'popagent') || array['skill', 'skill_read', 'skill_search'], 'the tools of its agent';
    update popagent_agents set tools = array['z', 'remember', 'a', 'b'] where id = 'popagent';
    perform agent.set_tool_policy('a', 'never');
    perform agent.set_tool_policy('b', 'ask');
    assert (select c.tools from execution.context(v_id) c) = array['z', 'remember', 'b', 'skill', 'skill_read', 'skill_search'], 'that may be used';
    assert (select c.asks from execution.context(v_id) c) = array['b'], 'which of them its owner is asked about';
    assert not v_row.begins_session, 'a second question does not begin a session';
    assert (v_row.resource_id, v_row.thread_id, v_row.question) = ('popagent-user', 's', e'two\n\nthree'), 'the owner of its memories, the thread, the question';

    perform session.remove('s');
    assert not exists (select from execution.context(v_id)), 'what was deleted has none';
end
$$;
