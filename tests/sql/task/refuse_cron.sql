do $$
declare
    v_message text;
    v_detail text;
begin
    begin
        perform task.refuse_cron('hour', '24', 'it goes from 0 to 23');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
    end;
    assert v_message = 'The hour "24" is not understood: it goes from 0 to 23.', 'what is wrong where';
    assert v_detail::jsonb = '{"field": "hour"}', 'for a form';
    begin
        perform task.refuse_cron('', '', 'Something.');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_message = message_text;
    end;
    assert v_message = 'Something.', 'or with the whole';
end
$$;
