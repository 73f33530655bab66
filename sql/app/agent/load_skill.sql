-- One skill of an agent, or a refusal when there is none of this id.
create function agent.load_skill(p_agent_id text, p_id text)
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
language plpgsql stable
as $$
begin
    return query
    select
        s.id, s.agent_id, s.name, s.description, s.body, s.reference_files, s.license, s.compatibility, s.metadata,
        s.allowed_tools, s.enabled, s.source_url, s.position, s.revision, s.created_at, s.updated_at
    from agent.skills(p_agent_id) s
    where s.id = p_id;
    if not found then
        raise sqlstate 'PT404' using message = 'This agent has no skill with this id.', hint = 'skill_not_found';
    end if;
end
$$;
