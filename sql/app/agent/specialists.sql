-- The agents that one may delegate to, in their order; a specialist may delegate to none, and none to itself.
create function agent.specialists(p_agent_id text)
returns table (id text, name text, description text)
language sql stable
as $$
select a.id, a.name, a.description
from public.popagent_agents a
where p_agent_id = 'popagent'
and a.id <> 'popagent'
and a.delegation_eligible
order by a.position, a.id
$$;
