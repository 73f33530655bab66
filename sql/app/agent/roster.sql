-- The supervisor and its specialists, in their order.
create function agent.roster()
returns table (
    id text,
    name text,
    description text,
    instructions text,
    source_url text,
    workspace_access text,
    browser_access text,
    delegation_eligible boolean,
    tools text[],
    revision bigint,
    created_at timestamptz,
    updated_at timestamptz
)
language sql stable
as $$
select
    a.id, a.name, a.description, a.instructions, a.source_url, a.workspace_access, a.browser_access,
    a.delegation_eligible, a.tools, a.revision, a.created_at, a.updated_at
from public.popagent_agents a
order by a.position, a.id
$$;
