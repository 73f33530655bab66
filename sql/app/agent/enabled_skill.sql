-- An enabled skill of an agent by name; a refusal that names those there are when it is not one of them.
create function agent.enabled_skill(p_agent_id text, p_name text)
returns table (id text, name text, body text, reference_files jsonb, revision bigint)
language plpgsql stable
as $$
begin
    return query
    select s.id, s.name, s.body, s.reference_files, s.revision
    from public.popagent_agent_skills s
    where s.agent_id = p_agent_id
    and s.name = p_name
    and s.enabled;
    if not found then
        raise sqlstate 'PT404' using
            message = format('There is no skill called "%s". The skills are: %s.', left(p_name, 100), coalesce(
                (
                    select string_agg(s.name, ', ' order by s.position, s.name)
                    from public.popagent_agent_skills s
                    where s.agent_id = p_agent_id
                    and s.enabled
                ),
                'none')),
            hint = 'unknown_skill';
    end if;
end
$$;
