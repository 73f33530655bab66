do $$
declare
    v_row record;
    v_hint text;
begin
    perform session.open('s', 'Title', null, '{"a": 1}');
    select * into strict v_row from session.load('s');
    assert (v_row.id, v_row.title, v_row.workspace_id, v_row.metadata, v_row.revision) = ('s', 'Title', 'default', '{"a": 1}'::jsonb, 1::bigint), 'a session as it is stored';

    begin
        perform session.load('nowhere');
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'session_not_found', v_hint;
    end;
end
$$;
