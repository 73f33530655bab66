-- One agent, or a refusal when there is none of this id.
create function agent.load(p_id text)
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
language plpgsql stable
as $$
begin
    return query
    select
        r.id, r.name, r.description, r.instructions, r.source_url, r.workspace_access, r.browser_access,
        r.delegation_eligible, r.tools, r.revision, r.created_at, r.updated_at
    from agent.roster() r
    where r.id = p_id;
    if not found then
        raise sqlstate 'PT404' using message = 'There is no agent with this id.', hint = 'agent_not_found';
    end if;
end
$$;
