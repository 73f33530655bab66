-- Whether what a thread holds is to be forgotten: it is, or works for, a temporary session.
-- A delegation has a thread of its own; it is as temporary as the chat that asked for it.
create function execution.is_temporary(p_thread_id text)
returns boolean
language plpgsql stable
as $$
declare
    v_temporary boolean;
begin
    select s.temporary into v_temporary from public.popagent_sessions s where s.id = p_thread_id;
    if found then
        return v_temporary;
    end if;
    return coalesce((
        select execution.is_temporary(p.thread_id)
        from public.popagent_executions e
        join public.popagent_executions p on p.id = e.parent_id
        where e.thread_id = p_thread_id
        limit 1
    ), false);
end
$$;
