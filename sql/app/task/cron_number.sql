-- The number that a part of a cron field says, in digits or as one of the names of the numbers from p_low on; null when
-- it is neither.
create function task.cron_number(p_text text, p_low integer, p_names text[])
returns integer
language sql immutable
as $$
select case
    when p_text ~ '^[0-9]+$' then p_text::integer
    else array_position(p_names, upper(p_text)) + p_low - 1
end
$$;
