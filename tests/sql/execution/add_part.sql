do $$
declare
    v_id uuid;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.add_part(v_id, '{"n": 1}');
    assert (select p.first_n = 1 from popagent_execution_parts p where p.execution_id = v_id), 'the first part';
    perform execution.append('me', jsonb_build_array(jsonb_build_object('execution_id', v_id, 'first_n', 2, 'parts', '[{"n": 2}, {"n": 3}]'::jsonb)));
    perform execution.add_part(v_id, '{"n": 4}');
    assert (select string_agg(r.n || ':' || (r.part ->> 'n'), ' ' order by r.n) = '1:1 2:2 3:3 4:4' from execution.replay(v_id, 0) r), 'numbers count on';
end
$$;
