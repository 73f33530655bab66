-- Refuses what is no name of the time zone database. PostgreSQL itself also takes abbreviations and POSIX rules, whose
-- signs are the other way round; the list of names is slow to read, so that plain ones are tried instead.
create function task.check_zone(p_zone text)
returns void
language plpgsql stable
as $$
begin
    if p_zone in ('UTC', 'GMT') then
        return;
    elsif p_zone ~ '^[A-Za-z_]+(/[A-Za-z_-]+)+$' then
        -- Without a digit it cannot be a POSIX rule, and with a slash no abbreviation.
        perform public.clock() at time zone p_zone;
        return;
    elsif exists (select from pg_timezone_names z where z.name = p_zone) then
        return;
    end if;
    raise invalid_parameter_value;
exception when invalid_parameter_value then
    raise sqlstate 'PT422' using
        message = format('There is no time zone called "%s". Use a name such as Europe/Lisbon.', left(p_zone, 60)),
        hint = 'invalid_time_zone';
end
$$;
