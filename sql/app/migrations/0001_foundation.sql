-- What every later migration stands on: extensions, the clock, the marks of data migrations.

create extension if not exists pg_trgm with schema public;

create extension if not exists unaccent with schema public;

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

create table popagent_data_migrations (
    id text primary key,
    applied_at timestamptz not null default public.clock()
);

comment on table popagent_data_migrations is
    'Data that was seeded once. A mark decides: what its owner changed or removed later is never seeded again.';
comment on column popagent_data_migrations.id is 'Name of the data migration.';
comment on column popagent_data_migrations.applied_at is 'When its rows were committed, together with this mark.';
