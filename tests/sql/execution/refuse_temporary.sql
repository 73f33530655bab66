do $$
declare
    v_hint text;
    v_message text;
begin
    perform session.open('secret', '', null, p_temporary => true);
    perform session.open('plain', '', null);
    perform execution.refuse_temporary('plain');
    begin
        perform execution.refuse_temporary('secret');
        assert false, 'a temporary chat writes no memory';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_message = message_text;
        assert v_hint = 'temporary_session' and v_message like 'Nothing was remembered%', v_message;
    end;
end
$$;
