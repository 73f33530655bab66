-- Takes back a skill that remove_skill gave, as it was; its next revision follows the last one.
create function agent.restore_skill(p_agent_id text, p_row jsonb)
returns text
language plpgsql
as $$
begin
    perform agent.check_skill(
        p_row ->> 'name', p_row ->> 'description', p_row ->> 'body', p_row -> 'reference_files', p_row -> 'metadata');
    perform agent.lock_skills(p_agent_id);
    perform agent.refuse_skill_name(p_agent_id, p_row ->> 'name');
    insert into public.popagent_agent_skills (
        id, agent_id, name, description, body, reference_files, license, compatibility, metadata, allowed_tools,
        enabled, source_url, position, revision, created_at)
    select r.id, p_agent_id, r.name, r.description, r.body, r.reference_files, r.license, r.compatibility, r.metadata,
        r.allowed_tools, r.enabled, r.source_url, r.position, r.revision + 1, r.created_at
    from jsonb_to_record(p_row) r (
        id text, name text, description text, body text, reference_files jsonb, license text, compatibility text,
        metadata jsonb, allowed_tools text, enabled boolean, source_url text, position integer, revision bigint,
        created_at timestamptz);
    perform agent.keep_skill(p_row ->> 'id');
    return p_row ->> 'id';
end
$$;
