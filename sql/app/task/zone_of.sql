-- The time zone as PostgreSQL reads it. Four names of the time zone database are abbreviations to PostgreSQL, which
-- never change their clock; the database itself takes them for these places.
create function task.zone_of(p_zone text)
returns text
language sql immutable
as $$
select case p_zone
    when 'CET' then 'Europe/Brussels'
    when 'MET' then 'Europe/Brussels'
    when 'EET' then 'Europe/Athens'
    when 'WET' then 'Europe/Lisbon'
    else p_zone
end
$$;
