-- Refuses a state that an execution cannot come to from the one it is in: what runs may wait, be asked to stop or
-- end; what waits for a decision may run again, be stopped or interrupted; what is to stop may end; and an end is
-- for ever. A trigger: it holds for whoever writes.
create function execution.refuse_transition()
returns trigger
language plpgsql
as $$
begin
    if not (case old.state
        when 'running' then true
        when 'waiting' then new.state in ('running', 'stopped', 'interrupted')
        when 'stopping' then new.state not in ('running', 'waiting')
        else false
    end) then
        raise check_violation using
            message = format('An execution that is %s cannot become %s.', old.state, new.state),
            constraint = 'states_follow_one_another',
            table = 'popagent_executions',
            schema = 'public';
    end if;
    return new;
end
$$;
