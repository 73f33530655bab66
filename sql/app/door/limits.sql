-- How often one may try to log in: failures of one network and of all together within the time, and for how long a
-- login holds. So many guesses a day say nothing about a key, and a network that guesses keeps out no other for long.
create function door.limits()
returns table (of_one integer, of_all integer, within interval, holds interval)
language sql immutable
as $$
select 5, 100, interval '5 minutes', interval '30 days'
$$;
