-- What the owner decided about tools; a tool that is not among these may always be used.
create function agent.tool_policies()
returns table (tool text, policy text, updated_at timestamptz)
language sql stable
as $$
select p.tool, p.policy, p.updated_at
from public.popagent_tool_policies p
order by p.tool
$$;
