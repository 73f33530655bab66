-- Refuses a delegation that may not be: by a specialist, to who is none, by who has lost its execution, or too many.
create function execution.refuse_delegation(p_parent_id uuid, p_owner text, p_agent_id text)
returns void
language plpgsql stable
as $$
declare
    v_parent record;
begin
    select e.kind, e.agent_id into v_parent
    from public.popagent_executions e
    where e.id = p_parent_id
    and e.owner = p_owner
    and e.state = 'running';
    if v_parent is null then
        raise sqlstate 'PT409' using
            message = 'This execution is not this process''s any more: it ended, was given away, or its session was deleted.',
            hint = 'execution_lost';
    elsif v_parent.kind = 'delegation'
    or not exists (select from agent.specialists(v_parent.agent_id) s where s.id = p_agent_id) then
        raise sqlstate 'PT409' using
            message = format('%s cannot delegate to %s.', v_parent.agent_id, left(p_agent_id, 64)), hint = 'delegation_refused';
    elsif (select count(*) from public.popagent_executions e where e.parent_id = p_parent_id) >= execution.most_delegations() then
        raise sqlstate 'PT409' using
            message = format('This answer has used all of its %s delegations. Go on without another one.', execution.most_delegations()),
            hint = 'delegation_budget';
    end if;
end
$$;
