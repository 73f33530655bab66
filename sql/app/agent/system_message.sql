-- The system message of an execution of an agent: its stored role, the fixed guidance on memory, its skills.
-- The supervisor always has that guidance, a specialist only with the tool that it speaks of.
create function agent.system_message(p_agent_id text)
returns text
language sql stable
as $$
select concat_ws(
    e'\n\n',
    a.instructions,
    case when a.id = 'popagent' or 'remember' = any (a.tools) then memory.guidance() end,
    agent.skill_catalogue(a.id)
)
from public.popagent_agents a
where a.id = p_agent_id
$$;
