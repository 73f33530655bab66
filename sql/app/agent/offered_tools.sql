-- The tools that an agent is offered with how each may be used: those that its row names, in its order, then those
-- that its skills bring. Those never to be used are left out.
create function agent.offered_tools(p_agent_id text)
returns table (tool text, policy text)
language sql stable
as $$
select t.name, coalesce(p.policy, 'always')
from public.popagent_agents a
cross join lateral unnest(a.tools || agent.skill_tools(a.id)) with ordinality t (name, n)
left join public.popagent_tool_policies p on p.tool = t.name
where a.id = p_agent_id
and p.policy is distinct from 'never'
order by t.n
$$;
