-- Refuses a name that another skill of the agent has.
create function agent.refuse_skill_name(p_agent_id text, p_name text, p_but_id text default null)
returns void
language plpgsql stable
as $$
begin
    if exists (
        select
        from public.popagent_agent_skills s
        where s.agent_id = p_agent_id
        and s.name = p_name
        and s.id is distinct from p_but_id
    ) then
        raise sqlstate 'PT409' using
            message = format('This agent has a skill called "%s" already. Choose another name, or change that one.', p_name),
            hint = 'skill_exists';
    end if;
end
$$;
