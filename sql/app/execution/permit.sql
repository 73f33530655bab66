-- Whether a call of a tool that is to be asked about may run: approved, denied, unattended, or null as long as it
-- is not decided. What was decided for the call counts, else what was decided last for the tool in the session.
-- In an execution that nobody attends nobody is asked, and nothing runs that had to be asked about.
create function execution.permit(p_execution_id uuid, p_call_id text, p_tool text)
returns text
language sql stable
as $$
select coalesce(
    (
        select a.decision
        from public.popagent_tool_approvals a
        where a.execution_id = e.id
        and a.tool_call_id = p_call_id
        and a.tool = p_tool
    ),
    (
        select a.decision
        from public.popagent_tool_approvals a
        where a.thread_id = s.thread_id
        and a.tool = p_tool
        and a.scope = 'session'
        order by a.decided_at desc
        limit 1
    ),
    case when not s.attended then 'unattended' end
)
from public.popagent_executions e
cross join lateral execution.session_of(e.id) s
where e.id = p_execution_id
$$;
