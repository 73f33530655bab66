-- What popagent cannot work without and does not have: settings, and agents by table and id.
-- They were seeded once and are never made anew; whoever starts popagent is told which to restore.
create function agent.missing()
returns table (name text)
language sql stable
as $$
select m.name
from settings.missing() m
union all
select format('popagent_agents (%s)', n.id)
from unnest(array['popagent', 'researcher', 'implementer', 'reviewer']) n (id)
where not exists (
    select
    from public.popagent_agents a
    where a.id = n.id
)
order by name
$$;
