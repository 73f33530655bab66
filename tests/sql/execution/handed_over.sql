do $$
declare
    v_parent uuid;
begin
    perform session.open('s', 'T', null);
    perform thread.append('s', 'm1', 'user', '[{"type": "text", "text": "one"}]', '{}', gen_random_uuid());
    perform thread.append('s', 'a1', 'assistant', '[{"type": "step-start"}, {"type": "tool-remember", "toolCallId": "c", "state": "output-available", "input": {}, "output": "secret result"}, {"type": "reasoning", "text": "hidden"}, {"type": "text", "text": "two"}]', '{}', gen_random_uuid(), 'm1');
    perform thread.append('s', 'a0', 'assistant', '[{"type": "text", "text": "earlier version"}]', '{}', gen_random_uuid(), 'm1', false);
    select a.execution_id into v_parent
    from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "three"}]', 'me', 10, 'model') a;
    assert execution.handed_over(v_parent) = '[
        {"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}, {"role": "user", "content": "three"}
    ]', 'the conversation up to the question, its text alone';

    update popagent_executions set settings = settings || '{"delegation_context_messages": 2}' where id = v_parent;
    assert execution.handed_over(v_parent) = '[{"role": "user", "content": "three"}]', 'as many as are allowed, from a user''s message on';
    update popagent_executions set settings = settings || '{"delegation_context_messages": 12, "delegation_context_characters": 9}' where id = v_parent;
    assert execution.handed_over(v_parent) = '[{"role": "user", "content": "three"}]', 'as long as is allowed';
    update popagent_executions set settings = settings || '{"delegation_context_characters": 0}' where id = v_parent;
    assert execution.handed_over(v_parent) = '[]', 'or nothing';
    update popagent_executions set settings = settings || '{"delegation_context_messages": 0, "delegation_context_characters": 99}' where id = v_parent;
    assert execution.handed_over(v_parent) = '[]', 'both ways';
end
$$;
