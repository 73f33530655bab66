-- Gives an agent a skill and returns its id; it comes last in the catalogue. At most 100 for an agent.
create function agent.create_skill(
    p_agent_id text,
    p_name text,
    p_description text,
    p_body text,
    p_references jsonb default '{}',
    p_license text default null,
    p_compatibility text default null,
    p_metadata jsonb default '{}',
    p_allowed_tools text default null,
    p_enabled boolean default true,
    p_source_url text default null
)
returns text
language plpgsql
as $$
declare
    v_id text;
begin
    perform agent.check_skill(p_name, p_description, p_body, p_references, p_metadata);
    perform agent.lock_skills(p_agent_id);
    perform agent.refuse_skill_name(p_agent_id, p_name);
    insert into public.popagent_agent_skills as s (
        agent_id, name, description, body, reference_files, license, compatibility, metadata, allowed_tools,
        enabled, source_url, position)
    select p_agent_id, p_name, text.tidy(p_description), p_body, p_references, nullif(left(p_license, 500), ''),
        nullif(left(p_compatibility, 500), ''), p_metadata, nullif(left(p_allowed_tools, 2000), ''), p_enabled,
        p_source_url, coalesce(max(o.position), 0) + 1
    from public.popagent_agent_skills o
    where o.agent_id = p_agent_id
    having count(*) < 100
    returning s.id into v_id;
    if v_id is null then
        raise sqlstate 'PT409' using
            message = 'This agent has 100 skills, as many as its catalogue holds. Delete one first.', hint = 'too_many_skills';
    end if;
    perform agent.keep_skill(v_id);
    return v_id;
end
$$;
