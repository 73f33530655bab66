-- A cron expression in numbers. weekdays are 0 (Sunday) to 6; nths are weekdays of which only one in the month is meant,
-- as 10 * weekday + number; last_day is the L of the day field. With day_and_weekday both must fit, else one of them:
-- as in Debian's cron that depends on whether one of the fields begins with a star. wild: minute or hour does, so that
-- it follows the clock through its changes instead of the calendar.
create function task.cron_parts(p_cron text)
returns table (
    minutes integer[], hours integer[], days integer[], last_day boolean, months integer[], weekdays integer[], nths integer[],
    day_and_weekday boolean, wild boolean
)
language plpgsql immutable
as $$
declare
    v_text text := btrim(p_cron, e' \t');
    v_field text[];
    v_days text[];
begin
    if v_text is null or v_text = '' then
        perform task.refuse_cron('', '', 'A schedule needs five fields: minute, hour, day, month and weekday, such as 0 7 * * 1-5.');
    elsif char_length(v_text) > 256 then
        perform task.refuse_cron('', '', 'This schedule is too long: at most 256 characters.');
    elsif v_text ~ '[^ -~\t]' then
        perform task.refuse_cron('', '', 'A schedule has plain digits, letters, blanks and the signs * , - / only.');
    elsif v_text like '@%' then
        v_text := coalesce(task.cron_macro(v_text), v_text);
    end if;
    v_field := regexp_split_to_array(v_text, '[ \t]+');
    if v_text like '@%' then
        perform task.refuse_cron('', '', 'Of the names there are @yearly, @annually, @monthly, @weekly, @daily, @midnight and @hourly.');
    elsif cardinality(v_field) <> 5 then
        perform task.refuse_cron('', '', format('A schedule has five fields, minute, hour, day, month and weekday; this one has %s.', cardinality(v_field)));
    end if;

    v_days := string_to_array(v_field[3], ',');
    minutes := task.cron_field(v_field[1], 'minute', 0, 59);
    hours := task.cron_field(v_field[2], 'hour', 0, 23);
    last_day := 'L' = any (v_days);
    v_days := array_remove(v_days, 'L');
    days := case when cardinality(v_days) = 0 then '{}' else task.cron_field(array_to_string(v_days, ','), 'day', 1, 31) end;
    months := task.cron_field(v_field[4], 'month', 1, 12, array['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']);
    nths := task.cron_nths(v_field[5], v_field[3]);
    weekdays := case when nths = '{}' then array(
        select distinct x.n % 7
        from unnest(task.cron_field(v_field[5], 'weekday', 0, 7, array['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'])) as x (n)
        order by 1
    ) else '{}' end;
    day_and_weekday := v_field[3] like '*%' or v_field[5] like '*%';
    wild := v_field[1] like '*%' or v_field[2] like '*%';
    if not last_day and (v_field[5] like '*%' and cardinality(weekdays) = 7)
    and days[1] > (select max(extract(day from make_date(2000, m.n, 1) + interval '1 month' - interval '1 day')) from unnest(months) as m (n)) then
        perform task.refuse_cron('day', v_field[3], 'no such day comes in the months given');
    end if;
    return next;
end
$$;
