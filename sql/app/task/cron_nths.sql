-- The weekdays of a cron field that are meant once a month, such as MON#1 for the first Monday, as 10 * weekday + number;
-- none when the field has no such. Beside other weekdays or a day of the month its meaning is disputed: refused.
create function task.cron_nths(p_weekday text, p_day text)
returns integer[]
language plpgsql immutable
as $$
declare
    v_item text;
    v_part text[];
    v_weekday integer;
    v_found integer[] := '{}';
begin
    if p_weekday not like '%#%' then
        return '{}';
    elsif p_day not like '*%' then
        perform task.refuse_cron('weekday', p_weekday, 'one of a month, such as MON#1, goes with * as the day only');
    end if;
    foreach v_item in array string_to_array(p_weekday, ',') loop
        v_part := regexp_match(v_item, '^([0-7]|[A-Za-z]{3})#([1-5])$');
        v_weekday := task.cron_number(v_part[1], 0, array['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']) % 7;
        if v_weekday is null then
            perform task.refuse_cron('weekday', v_item, 'one of a month is a weekday, # and 1 to 5, and stands beside others of its kind only');
        end if;
        v_found := v_found || (10 * v_weekday + v_part[2]::integer);
    end loop;
    return v_found;
end
$$;
