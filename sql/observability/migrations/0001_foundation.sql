-- The second database: signals go here and never into the application database.

create function public.clock()
returns timestamptz
language sql stable parallel safe
set search_path = pg_catalog
as $$
select coalesce(
    nullif(current_setting('popagent.now', true), '')::timestamptz,
    now() + coalesce(nullif(current_setting('popagent.clock_offset', true), '')::interval, interval '0')
)
$$;

comment on function public.clock() is
    'The time by which popagent decides; popagent.now sets it and popagent.clock_offset moves it, for tests.';
