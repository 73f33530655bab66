-- The settings of retention one by one: the range of each, and what it means. The table's constraints hold the
-- same ranges.
create function settings.memory_retention_fields()
returns table (name text, lowest integer, highest integer, meaning text)
language sql stable
as $$
select f.name, f.lowest, f.highest, col_description(a.attrelid, a.attnum)
from (values
    ('episode_days', 1, 36500),
    ('episodes_kept', 0, 10000000)
) f (name, lowest, highest)
join pg_attribute a on a.attrelid = 'public.popagent_memory_retention_settings'::regclass and a.attname = f.name
order by a.attnum
$$;
