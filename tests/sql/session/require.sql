do $$
declare
    v_hint text;
    v_message text;
begin
    perform session.open('s', '', null);
    perform session.bump('s');
    perform session.require('s', 2);
    perform session.require('s', null);

    foreach v_message in array array['1', '3']
    loop
        begin
            perform session.require('s', v_message::bigint);
            assert false, 'another revision than the stored one is refused: ' || v_message;
        exception when sqlstate 'PT409' then
            get stacked diagnostics v_hint = pg_exception_hint, v_message = message_text;
            assert v_hint = 'revision_conflict' and v_message = 'revision conflict', v_hint;
        end;
    end loop;
    begin
        perform session.require('nowhere', null);
        assert false, 'what does not exist is refused';
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'session_not_found', v_hint;
    end;
end
$$;
