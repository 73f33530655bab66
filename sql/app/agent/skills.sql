-- The skills of an agent in the order of their catalogue.
create function agent.skills(p_agent_id text)
returns table (
    id text,
    agent_id text,
    name text,
    description text,
    body text,
    reference_files jsonb,
    license text,
    compatibility text,
    metadata jsonb,
    allowed_tools text,
    enabled boolean,
    source_url text,
    "position" integer,
    revision bigint,
    created_at timestamptz,
    updated_at timestamptz
)
language sql stable
as $$
select
    s.id, s.agent_id, s.name, s.description, s.body, s.reference_files, s.license, s.compatibility, s.metadata,
    s.allowed_tools, s.enabled, s.source_url, s.position, s.revision, s.created_at, s.updated_at
from public.popagent_agent_skills s
where s.agent_id = p_agent_id
order by s.position, s.name
$$;
