do $$
declare
    v_id uuid;
    v_seen text;
begin
    assert not exists (select from execution.replay(gen_random_uuid(), 0)), 'of what does not exist there is no row';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert (select count(*) = 1 and bool_and(r.state = 'running' and r.n is null and r.part is null) from execution.replay(v_id, 0) r), 'before the first part one row tells the state';

    perform execution.append('me', jsonb_build_array(
        jsonb_build_object('execution_id', v_id, 'first_n', 1, 'parts', '[{"a": 1}, {"a": 2}]'::jsonb)
    ));
    perform execution.append('me', jsonb_build_array(
        jsonb_build_object('execution_id', v_id, 'first_n', 3, 'parts', '[{"a": 3}, {"a": 4}, {"a": 5}]'::jsonb)
    ));
    select string_agg(r.n || '=' || (r.part ->> 'a'), ' ') into v_seen from execution.replay(v_id, 0) r;
    assert v_seen = '1=1 2=2 3=3 4=4 5=5', 'all parts with their numbers, in order: ' || v_seen;
    select string_agg(r.n || '=' || (r.part ->> 'a'), ' ') into v_seen from execution.replay(v_id, 3) r;
    assert v_seen = '4=4 5=5', 'from the middle of a row on: ' || v_seen;
    assert (select count(*) = 1 and bool_and(r.n is null) from execution.replay(v_id, 5) r), 'when all is read one row tells the state';

    perform execution.finish(v_id, 'me', 'completed', 'final', p_first_n => 6, p_tail => '[{"a": 6}]');
    select string_agg(r.n || '=' || r.state, ' ') into v_seen from execution.replay(v_id, 4) r;
    assert v_seen = '5=completed 6=completed', 'the tail comes with the state of the end: ' || v_seen;
end
$$;
