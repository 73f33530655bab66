-- The agents that one may delegate to, in their order; a specialist may delegate to none, and none to itself. `asks`
-- tells whether one has a tool that its owner is to be asked about.
create function agent.specialists(p_agent_id text)
returns table (id text, name text, description text, asks boolean)
language sql stable
as $$
select a.id, a.name, a.description,
    exists (select from public.popagent_tool_policies p where p.policy = 'ask')
    and exists (select from agent.offered_tools(a.id) o where o.policy = 'ask')
from public.popagent_agents a
where p_agent_id = 'popagent'
and a.id <> 'popagent'
and a.delegation_eligible
order by a.position, a.id
$$;
