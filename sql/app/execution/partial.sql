-- The answer of an execution as far as it is stored: from its stream while it runs, from its message afterwards.
create function execution.partial(p_execution_id uuid)
returns table (message_id text, parts jsonb, state text, end_reason text, error text)
language sql stable
as $$
select
    e.answer_id,
    case
        when e.state in ('running', 'stopping', 'waiting') then execution.fold(execution.stream_of(e.id), false)
        else coalesce(m.parts, '[]')
    end,
    e.state,
    e.end_reason,
    e.error
from public.popagent_executions e
left join public.popagent_messages m on m.thread_id = e.thread_id and m.id = e.answer_id
where e.id = p_execution_id
$$;
