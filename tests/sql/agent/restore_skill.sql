do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.', '{"a.md": "A"}');
    v_row jsonb := agent.remove_skill('researcher', v_id);
    v_refused boolean := false;
begin
    assert agent.restore_skill('researcher', v_row) = v_id, 'it comes back under its id';
    assert (select s.reference_files = '{"a.md": "A"}' and s.revision = 2 from agent.load_skill('researcher', v_id) s), 'as it was';
    perform agent.remove_skill('researcher', v_id);
    perform agent.create_skill('researcher', 'look', 'Another.', 'Look.');
    begin
        perform agent.restore_skill('researcher', v_row);
    exception when sqlstate 'PT409' then
        v_refused := true;
    end;
    assert v_refused, 'unless its name was given to another';
end
$$;
