do $$
declare
    v_wrong text;
    v_refused text;
begin
    assert task.cron_nths('1-5', '1') = '{}', 'none';
    assert task.cron_nths('MON#1,5#3,7#2', '*') = array[11, 53, 2], 'the first Monday, the third Friday, the second Sunday';
    foreach v_wrong in array array['MON#6', 'MON#0', 'MON#1,FRI', '8#1', 'XYZ#1', '#1', 'MON#1#2'] loop
        v_refused := null;
        begin
            perform task.cron_nths(v_wrong, '*');
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_refused = pg_exception_hint;
        end;
        assert v_refused = 'invalid_cron', v_wrong || ' was taken';
    end loop;
    begin
        perform task.cron_nths('MON#1', '1');
        assert false, 'beside a day of the month it is disputed';
    exception when sqlstate 'PT422' then
        null;
    end;
end
$$;
