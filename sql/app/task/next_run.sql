-- The first instant strictly after p_after at which a cron expression is due in a time zone, as Debian's cron has it,
-- each missed minute of a changed clock collapsed to one run; null when none comes within forty years.
create function task.next_run(p_cron text, p_zone text, p_after timestamptz)
returns timestamptz
language plpgsql stable
as $$
declare
    v_cron record;
    v_zone text := task.zone_of(p_zone);
    v_date date;
    v_end date;
    v_day integer;
    v_weekday integer;
    v_of_month boolean;
    v_of_week boolean;
    v_found timestamptz;
    v_other timestamptz;
begin
    select * into v_cron from task.cron_parts(p_cron);
    perform task.check_zone(p_zone);
    -- A change of the clock can take a date back to the one before it.
    v_date := (p_after at time zone v_zone)::date - 1;
    v_end := v_date + 40 * 366;
    while v_date < v_end loop
        if extract(month from v_date)::integer <> all (v_cron.months) then
            v_date := date_trunc('month', v_date) + interval '1 month';
            -- What was found on the last day of a month is not waited for by another month.
            exit when v_found is not null;
            continue;
        end if;
        v_day := extract(day from v_date);
        v_weekday := extract(dow from v_date);
        v_of_month := v_day = any (v_cron.days) or v_cron.last_day and extract(day from v_date + 1) = 1;
        v_of_week := v_weekday = any (v_cron.weekdays) or 10 * v_weekday + (v_day + 6) / 7 = any (v_cron.nths);
        if (case when v_cron.day_and_weekday then v_of_month and v_of_week else v_of_month or v_of_week end) then
            v_other := task.run_on(v_date, v_cron.hours, v_cron.minutes, v_cron.wild, v_zone, p_after);
            exit when v_found is not null;
            v_found := v_other;
        elsif v_found is not null then
            v_other := null;
            exit;
        end if;
        v_date := v_date + 1;
    end loop;
    return least(v_found, v_other);
end
$$;
