-- Takes back what was decided for a whole session about a tool: it is asked about again. What ran stays as it is.
create function execution.ask_again(p_thread_id text, p_tool text)
returns void
language plpgsql
as $$
begin
    perform session.lock(p_thread_id);
    update public.popagent_tool_approvals a
    set scope = 'once'
    where a.thread_id = p_thread_id
    and a.tool = p_tool
    and a.scope = 'session';
    if not found then
        raise sqlstate 'PT404' using message = 'Nothing is decided about this tool for the whole chat.', hint = 'decision_not_found';
    end if;
end
$$;
