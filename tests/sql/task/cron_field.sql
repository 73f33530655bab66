do $$
declare
    v_wrong text;
    v_refused text;
begin
    assert task.cron_field('*', 'hour', 0, 3) = array[0, 1, 2, 3], 'all';
    assert task.cron_field('*/2', 'hour', 0, 5) = array[0, 2, 4], 'each second';
    assert task.cron_field('1-9/3,8,2', 'hour', 0, 23) = array[1, 2, 4, 7, 8], 'a list, in order';
    assert task.cron_field('feb-APR', 'month', 1, 12, array['JAN', 'FEB', 'MAR', 'APR']) = array[2, 3, 4], 'by name';
    assert task.cron_field('00005,5', 'minute', 0, 59) = array[5], 'each once';
    assert task.cron_field('*/1000', 'minute', 0, 59) = array[0], 'a long step';
    foreach v_wrong in array array['', '60', '5-3', '*/0', '3/5', '1,,2', '1-2-3', '*5', '+5', '1.5', '0x5', '-1', 'MON', '1-', '99999999999'] loop
        v_refused := null;
        begin
            perform task.cron_field(v_wrong, 'minute', 0, 59);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_refused = message_text;
        end;
        assert v_refused like 'The minute "%" is not understood: %.', coalesce(v_refused, v_wrong || ' was taken');
    end loop;
end
$$;
