-- Prepares a session for a turn: makes it when it is new, locks it, notes the workspace, names it by the question.
create function session.adopt(p_id text, p_workspace_id text, p_text text)
returns void
language plpgsql
as $$
begin
    perform session.open(p_id, session.title_from(p_text), p_workspace_id);
    perform session.lock(p_id);
    update public.popagent_sessions s
    set
        title = case when s.title = '' and not s.title_locked then session.title_from(p_text) else s.title end,
        workspace_id = coalesce(p_workspace_id, s.workspace_id)
    where s.id = p_id
    and (
        (s.title = '' and not s.title_locked)
        or s.workspace_id is distinct from coalesce(p_workspace_id, s.workspace_id)
    );
end
$$;
