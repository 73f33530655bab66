do $$
declare
    v_parts record;
    v_wrong text;
    v_refused text;
begin
    select * into strict v_parts from task.cron_parts(e' 5,10  */6 1,L  JAN\t1-5 ');
    assert (v_parts.minutes, v_parts.hours, v_parts.days, v_parts.last_day, v_parts.months, v_parts.weekdays)
        = (array[5, 10], array[0, 6, 12, 18], array[1], true, array[1], array[1, 2, 3, 4, 5]), 'five fields in numbers';
    assert not v_parts.day_and_weekday and v_parts.wild, 'day or weekday; the hour follows the clock';
    assert (select p.day_and_weekday and not p.wild from task.cron_parts('0 0 */2 * 1') p), 'a star at the beginning of one makes both count';
    assert (select not p.day_and_weekday from task.cron_parts('0 0 15,* * 1') p), 'at its beginning only';
    assert (select p.weekdays = array[0, 6] from task.cron_parts('0 0 * * 6-7') p), 'seven is Sunday as well';
    assert (select p.nths = array[11, 13] and p.weekdays = '{}' from task.cron_parts('0 0 * * MON#1,1#3') p), 'one of a month';
    foreach v_wrong in array array['', '* * * *', '* * * * * *', '@every 5m', 'ä * * * *', '0 0 30 2 *', '0 0 31 4,6,9,11 *', repeat('1,', 200) || '1 * * * *'] loop
        v_refused := null;
        begin
            perform task.cron_parts(v_wrong);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_refused = pg_exception_hint;
        end;
        assert v_refused = 'invalid_cron', left(v_wrong, 20) || ' was taken';
    end loop;
    assert (select count(*) = 1 from task.cron_parts('0 0 29 2 *')), 'a leap day comes now and then';
    assert (select count(*) = 1 from task.cron_parts('0 0 30 2 1')), 'and a weekday in any case';
end
$$;
