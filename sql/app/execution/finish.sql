-- Ends an execution: state, stored answer, episode and the session's new revision in one transaction.
-- Only its owner may, and only once; whoever lost it is refused. What came after a stop was asked for
-- counts as stopped. An answer of no parts stores no message. The tail is kept with the stored parts
-- for readers elsewhere, until it is swept. `waiting` tells that a message of the queue is next.
create function execution.finish(
    p_execution_id uuid,
    p_owner text,
    p_state text,
    p_end_reason text,
    p_error text default null,
    p_first_n integer default 1,
    p_tail jsonb default '[]',
    p_usage jsonb default '{}',
    p_memory_ids uuid[] default '{}',
    p_remembered_question text default null
)
returns table (state text, end_reason text, revision bigint, waiting boolean)
language plpgsql
as $$
declare
    v_thread_id text;
    v_stopped boolean;
begin
    select e.thread_id into v_thread_id from public.popagent_executions e where e.id = p_execution_id;
    perform session.lock(v_thread_id);
    select e.state = 'stopping' and p_state = 'completed' into v_stopped
    from public.popagent_executions e
    where e.id = p_execution_id
    and e.owner = p_owner
    and e.state in ('running', 'stopping')
    for update;
    if v_stopped is null then
        raise sqlstate 'PT409' using
            message = 'This execution is not this process''s any more: it ended, was given away, or its session was deleted.',
            hint = 'execution_lost';
    end if;

    if jsonb_array_length(p_tail) > 0 then
        insert into public.popagent_execution_parts (execution_id, first_n, parts)
        values (p_execution_id, p_first_n, p_tail)
        on conflict (execution_id, first_n) do update
        set parts = excluded.parts;
    end if;
    if cardinality(p_memory_ids) > 0 then
        perform memory.touch(p_memory_ids);
    end if;
    return query
    select c.state, c.end_reason, c.revision, execution.next_in_line(v_thread_id) is not null
    from execution.conclude(
        p_execution_id,
        case when v_stopped then 'stopped' else p_state end,
        case when v_stopped then 'stopped' else p_end_reason end,
        p_error, p_usage, p_memory_ids, p_remembered_question
    ) c;
end
$$;
