-- What an execution starts from: system message, history up to the question, tools, agents that it may delegate to,
-- owner of the memories, the question's text, and how many steps it has. A specialist is given a slice of the
-- conversation before its prompt. `asks` are the tools that are to be asked about. `begins_session`: whether this is
-- the first attempt at the first question of a session.
create function execution.context(p_execution_id uuid)
returns table (
    system text,
    messages jsonb,
    tools text[],
    asks text[],
    specialists jsonb,
    resource_id text,
    thread_id text,
    question text,
    agent_id text,
    max_steps integer,
    begins_session boolean
)
language sql stable
as $$
select
    agent.system_message(e.agent_id),
    case when e.kind = 'delegation' then execution.handed_over(e.parent_id) else '[]' end || h.messages,
    o.tools,
    o.asks,
    (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from agent.specialists(e.agent_id) s),
    t.resource_id,
    e.thread_id,
    thread.text_of(q.parts),
    e.agent_id,
    (e.settings ->> case when e.kind = 'delegation' then 'specialist_max_steps' else 'supervisor_max_steps' end)::integer,
    e.kind = 'turn'
    and e.attempt = 1
    and not exists (select from public.popagent_messages m where m.thread_id = e.thread_id and m.position < q.position)
from public.popagent_executions e
join public.popagent_threads t on t.id = e.thread_id
join public.popagent_agents a on a.id = e.agent_id
join public.popagent_messages q on q.thread_id = e.thread_id and q.id = e.question_id
cross join lateral (
    select
        coalesce(array_agg(x.tool order by x.n), '{}') as tools,
        coalesce(array_agg(x.tool order by x.n) filter (where x.policy = 'ask'), '{}') as asks
    from agent.offered_tools(a.id) with ordinality x (tool, policy, n)
) o
cross join lateral thread.history(e.thread_id, p_until => q.position) h
where e.id = p_execution_id
$$;
