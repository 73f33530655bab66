-- The seeds that this database has had: an export names them, so that an import elsewhere can tell what their
-- owner deleted from what is new in a later release.
create function data.seeds()
returns text[]
language sql stable
as $$
select coalesce(array_agg(d.id order by d.id collate "C"), '{}')
from public.popagent_data_migrations d
$$;
