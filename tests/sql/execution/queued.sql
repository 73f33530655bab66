do $$
declare
    v_seen text;
begin
    assert not exists (select from execution.queued('nowhere')), 'nothing waits in what does not exist';
    for i in 1..4 loop
        perform execution.accept_turn('s', 'm' || i, jsonb_build_array(jsonb_build_object('type', 'text', 'text', i::text)), 'me', 10, 'model' || i, p_metadata => '{"a": 1}');
    end loop;
    perform execution.remove_queued('s', 'm2');
    select string_agg(concat_ws(':', q.id, q.position, q.parts #>> '{0,text}', q.metadata ->> 'a', q.model, q.revision), ' ' order by q.position)
    into v_seen
    from execution.queued('s') q;
    assert v_seen = 'm3:1:3:1:model3:1 m4:2:4:1:model4:1', 'what waits, in line: ' || v_seen;
end
$$;
