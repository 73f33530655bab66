-- The system message of an execution of an agent: its stored role, then the fixed guidance on memory.
create function agent.system_message(p_agent_id text)
returns text
language sql stable
as $$
select a.instructions || e'\n\n' || memory.guidance()
from public.popagent_agents a
where a.id = p_agent_id
$$;
