-- What its owner decided for a whole session about tools that are to be asked about: the newest decision of each.
create function execution.kept_decisions(p_thread_id text)
returns table (tool text, decision text)
language sql stable
as $$
select distinct on (a.tool) a.tool, a.decision
from public.popagent_tool_approvals a
where a.thread_id = p_thread_id
and a.scope = 'session'
order by a.tool, a.decided_at desc
$$;
