do $$
declare
    v_hint text;
    v_id uuid;
begin
    perform execution.refuse_second_turn('s');
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model') a;
    perform execution.refuse_second_turn('t');

    for i in 1..2 loop
        begin
            perform execution.refuse_second_turn('s');
            assert false, 'a second turn is refused while one runs or stops';
        exception when sqlstate 'PT409' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'turn_running', v_hint;
        end;
        perform execution.request_stop('s');
    end loop;

    perform execution.finish(v_id, 'owner', 'completed', 'final');
    perform execution.refuse_second_turn('s');
end
$$;
