do $$
declare
    v_id uuid;
begin
    assert execution.stream_of(gen_random_uuid()) = '[]', 'of what does not exist, nothing';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    insert into popagent_execution_parts values (v_id, 12, '[{"n": 12}]'), (v_id, 2, '[{"n": 2}, {"n": 3}]'), (v_id, 1, '[{"n": 1}]');
    assert execution.stream_of(v_id) = '[{"n": 1}, {"n": 2}, {"n": 3}, {"n": 12}]', 'in the order of their numbers';
    assert execution.stream_of(v_id, '[{"n": 13}]') = '[{"n": 1}, {"n": 2}, {"n": 3}, {"n": 12}, {"n": 13}]', 'followed by what is given';
end
$$;
