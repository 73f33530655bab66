-- What an execution starts from: system message, history up to the question, tools, owner of the memories, the
-- question's text.
create function execution.context(p_execution_id uuid)
returns table (system text, messages jsonb, tools text[], resource_id text, thread_id text, question text)
language sql stable
as $$
select
    agent.system_message(e.agent_id),
    h.messages,
    a.tools,
    t.resource_id,
    e.thread_id,
    thread.text_of(q.parts)
from public.popagent_executions e
join public.popagent_threads t on t.id = e.thread_id
join public.popagent_agents a on a.id = e.agent_id
join public.popagent_messages q on q.thread_id = e.thread_id and q.id = e.question_id
cross join lateral thread.history(e.thread_id, p_until => q.position) h
where e.id = p_execution_id
$$;
