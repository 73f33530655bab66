-- Refuses a state that a task cannot come to from the one it is in. What is queued may start, or end before it does;
-- what runs may end, be queued again after its worker was lost, or be asked to end; then it can only be cancelled;
-- and an end is for ever. A trigger: it holds for whoever writes.
create function task.refuse_transition()
returns trigger
language plpgsql
as $$
begin
    if not (case old.state
        when 'queued' then new.state in ('running', 'cancelled', 'failed')
        when 'running' then new.state in ('completed', 'failed', 'cancelling', 'cancelled', 'queued')
        when 'cancelling' then new.state = 'cancelled'
        else false
    end) then
        raise check_violation using
            message = format('A task that is %s cannot become %s.', old.state, new.state),
            constraint = 'states_follow_one_another',
            table = 'popagent_agent_tasks',
            schema = 'public';
    end if;
    return new;
end
$$;
