-- Deletes a skill with its kept texts; returns it as restore_skill takes it back.
create function agent.remove_skill(p_agent_id text, p_id text, p_revision bigint default null)
returns jsonb
language plpgsql
as $$
declare
    v_stored record;
begin
    perform agent.lock_skills(p_agent_id);
    select * into v_stored from agent.load_skill(p_agent_id, p_id);
    if v_stored.revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'This skill changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    delete from public.popagent_agent_skills s
    where s.id = p_id;
    return to_jsonb(v_stored);
end
$$;
