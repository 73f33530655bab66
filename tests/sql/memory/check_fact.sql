do $$
declare
    v_case record;
    v_hint text;
begin
    for v_case in
        select *
        from (values
            ('resource_missing', null, 'x', null, 0.5), ('resource_missing', '', 'x', null, 0.5),
            ('content_empty', 'r', null, null, 0.5), ('content_empty', 'r', U&' \feff\2028 ', null, 0.5),
            ('content_too_long', 'r', repeat('x', 2001), null, 0.5), ('content_too_long', 'r', repeat('🙂', 2001), null, 0.5),
            ('key_empty', 'r', 'x', '', 0.5), ('key_empty', 'r', 'x', '  ', 0.5),
            ('key_too_long', 'r', 'x', repeat('k', 129), 0.5),
            ('importance_out_of_range', 'r', 'x', null, 1.5), ('importance_out_of_range', 'r', 'x', null, -0.1),
            ('importance_out_of_range', 'r', 'x', null, 'NaN'::float8), ('importance_out_of_range', 'r', 'x', null, null),
            ('importance_out_of_range', 'r', 'x', null, 'Infinity'::float8)
        ) c (hint, resource_id, content, key, importance)
    loop
        begin
            perform memory.remember(v_case.resource_id, v_case.content, v_case.key, v_case.importance);
            assert false, format('%s must be refused', v_case.hint);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = v_case.hint, format('%s instead of %s', v_hint, v_case.hint);
        end;
    end loop;
    perform memory.check_fact('r', repeat('🙂', 2000), repeat('k', 128), 0);
    perform memory.check_fact('r', repeat(' ', 3000) || 'x', null, 1);
    assert not exists (select from popagent_memories), 'a refused fact leaves nothing';
end
$$;
