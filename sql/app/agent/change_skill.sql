-- Changes a skill and returns its new revision; what is null, in SQL or JSON, stays as it is. The revision that the editor saw must
-- still be the stored one, else PT409 with the stored row as detail. Each save is kept.
create function agent.change_skill(
    p_agent_id text,
    p_id text,
    p_revision bigint,
    p_name text default null,
    p_description text default null,
    p_body text default null,
    p_references jsonb default null,
    p_enabled boolean default null,
    p_position integer default null
)
returns bigint
language plpgsql
as $$
declare
    v_references jsonb := nullif(p_references, 'null');
    v_stored record;
    v_revision bigint;
begin
    perform agent.check_skill(p_name, p_description, p_body, v_references, null);
    perform agent.lock_skills(p_agent_id);
    select * into v_stored from agent.load_skill(p_agent_id, p_id);
    if v_stored.revision is distinct from p_revision then
        raise sqlstate 'PT409' using
            message = 'This skill changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    perform agent.refuse_skill_name(p_agent_id, p_name, p_id);
    update public.popagent_agent_skills s
    set name = coalesce(p_name, s.name),
        description = coalesce(text.tidy(p_description), s.description),
        body = coalesce(p_body, s.body),
        reference_files = coalesce(v_references, s.reference_files),
        enabled = coalesce(p_enabled, s.enabled),
        position = coalesce(greatest(p_position, 1), s.position),
        revision = s.revision + 1,
        updated_at = public.clock()
    where s.id = p_id
    returning s.revision into v_revision;
    perform agent.keep_skill(p_id);
    return v_revision;
end
$$;
