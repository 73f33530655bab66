-- Refuses a state that an execution cannot come to from the one it is in: what runs may be asked to stop or end,
-- what is to stop may end, and an end is for ever. A trigger: it holds for whoever writes.
create function execution.refuse_transition()
returns trigger
language plpgsql
as $$
begin
    if old.state not in ('running', 'stopping') or new.state = 'running' then
        raise check_violation using
            message = format('An execution that is %s cannot become %s.', old.state, new.state),
            constraint = 'states_follow_one_another',
            table = 'popagent_executions',
            schema = 'public';
    end if;
    return new;
end
$$;
