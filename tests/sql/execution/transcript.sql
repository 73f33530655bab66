do $$
declare
    v_id uuid;
    v_seen text;
begin
    assert not exists (select from execution.transcript('nowhere')), 'what does not exist has none';
    for i in 1..3 loop
        select a.execution_id into v_id
        from execution.accept_turn('s', 'm' || i, '[{"type": "text", "text": "hello"}]', 'me', 10, 'model', p_metadata => '{"a": 1}') a;
        if i < 3 then
            perform execution.finish(
                v_id, 'me', case i when 1 then 'completed' else 'failed' end, case i when 1 then 'final' else 'error' end,
                case i when 2 then 'The gateway is down.' end, p_tail => '[{"type": "text-delta", "id": "1", "delta": "hi"}]'
            );
        end if;
    end loop;

    select string_agg(concat_ws(':', t.position, t.role, t.state, t.end_reason, t.error), ' ') into v_seen from execution.transcript('s') t;
    assert v_seen = '1:user:completed:final 2:assistant:completed:final 3:user:failed:error:The gateway is down. 4:assistant:failed:error:The gateway is down. 5:user:running',
        'oldest first, each with how its execution stands: ' || v_seen;
    assert (
        select (t.id, t.parts, t.metadata, t.execution_id) = ('m3', '[{"type": "text", "text": "hello"}]'::jsonb, '{"a": 1}'::jsonb, v_id)
        from execution.transcript('s') t
        where t.position = 5
    ), 'a message as it is stored';

    select string_agg(concat_ws(':', t.position, t.question_id, cardinality(t.versions)), ' ') into v_seen from execution.transcript('s') t;
    assert v_seen = '1:0 2:m1:1 3:0 4:m2:1 5:0', 'an answer names its question, and has one version: ' || v_seen;
    assert (select bool_and(t.memory_count = 0) from execution.transcript('s') t), 'none was given memories';
    update popagent_executions e set memory_ids = array[gen_random_uuid(), gen_random_uuid()] where e.id = v_id;
    assert (select t.memory_count = 2 from execution.transcript('s') t where t.position = 5), 'or as many as it was';
    select string_agg(t.position::text, ' ') into v_seen from execution.transcript('s', p_limit => 2) t;
    assert v_seen = '4 5', 'of many the newest: ' || v_seen;
    select string_agg(t.position::text, ' ') into v_seen from execution.transcript('s', p_before => 4, p_limit => 2) t;
    assert v_seen = '2 3', 'then those before: ' || v_seen;
    select string_agg(t.position::text, ' ') into v_seen from execution.transcript('s', p_before => 2, p_limit => 2) t;
    assert v_seen = '1', 'to the first: ' || v_seen;
    assert not exists (select from execution.transcript('s', p_before => 1)), 'and none before it';
    assert (select count(*) = 1 from execution.transcript('s', p_limit => 0)), 'a page has at least one';

    delete from popagent_executions where id = v_id;
    assert (select t.state is null from execution.transcript('s') t where t.position = 5), 'a message whose execution is gone is still shown';

    -- Versions.
    perform thread.append('s', 'again', 'assistant', '[{"type": "text", "text": "again"}]', '{}', gen_random_uuid(), 'm1');
    select string_agg(concat_ws(':', t.id, t.question_id, array_position(t.versions, t.id), cardinality(t.versions)), ' ') into v_seen
    from execution.transcript('s', p_limit => 2) t;
    assert v_seen = 'm3:0 again:m1:2:2', 'of an answer''s versions the one shown, with the ids of all: ' || v_seen;
end
$$;
