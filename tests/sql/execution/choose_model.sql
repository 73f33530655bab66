do $$
declare
    v_hint text;
    v_message text;
begin
    assert execution.choose_model('asked', 'stored', '{first,second}', false) = 'asked', 'the one asked for';
    assert execution.choose_model(null, 'stored', '{first,second}', false) = 'stored', 'else the stored default';
    assert execution.choose_model('', '', '{first,second}', true) = 'first', 'else the catalogue''s first';
    assert execution.choose_model(null, null, '{first}', true) = 'first', 'null is as good as empty';

    assert execution.choose_model('second', 'stored', '{first,second}', true) = 'second', 'a complete catalogue lets through what it lists';
    assert execution.choose_model('hidden', 'stored', '{first}', false) = 'hidden', 'an incomplete one lets everything through';
    assert execution.choose_model(null, 'stored', '{}', false) = 'stored', 'so does one that could not be read';

    foreach v_message in array array['asked', null]
    loop
        begin
            perform execution.choose_model(v_message, 'stored', '{first}', true);
            assert false, 'what a complete catalogue lacks is refused';
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint, v_message = message_text;
            assert v_hint = 'unknown_model', v_hint;
            assert v_message ~ '"(asked|stored)"', 'and named: ' || v_message;
        end;
    end loop;
    begin
        perform execution.choose_model(repeat('x', 1000), '', '{first}', true);
        assert false, 'a very long name is unknown as well';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_message = message_text;
        assert char_length(v_message) < 400, 'and is not repeated whole';
    end;
    begin
        perform execution.choose_model('', '', '{}', false);
        assert false, 'without any model there is no execution';
    exception when sqlstate 'PT503' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'no_model', v_hint;
    end;
end
$$;
