-- Locks an agent's skills for a write, one writer after another; refuses when there is no such agent.
create function agent.lock_skills(p_agent_id text)
returns void
language plpgsql
as $$
begin
    perform from public.popagent_agents a where a.id = p_agent_id for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'There is no agent with this id.', hint = 'agent_not_found';
    end if;
end
$$;
