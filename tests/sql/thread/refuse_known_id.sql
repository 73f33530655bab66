do $$
declare
    v_hint text;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');
    perform thread.append('t', 'a', 'assistant', '[]', '{}', gen_random_uuid());

    perform thread.refuse_known_id('t', 'b');
    perform thread.refuse_known_id('u', 'a');
    begin
        perform thread.refuse_known_id('t', 'a');
        assert false, 'an id that the thread holds is refused, whoever wrote that message';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'message_exists', v_hint;
    end;
end
$$;
