-- What a page shows of a session beside its row: the text not sent yet, the workspace when there is more than
-- one, and the title of the session that it began as a copy of, while there is that.
create function session.page(p_id text)
returns table (draft text, draft_id text, workspace_name text, origin_title text)
language sql stable
as $$
select
    coalesce(t.draft, ''),
    case when t.draft <> '' then t.draft_id end,
    case when (select count(*) from public.popagent_agent_workspaces) > 1 then w.name end,
    o.title
from public.popagent_sessions s
join public.popagent_agent_workspaces w on w.id = s.workspace_id
left join public.popagent_thread_state t on t.thread_id = s.id
left join public.popagent_sessions o on o.id = s.forked_from
where s.id = p_id
$$;
