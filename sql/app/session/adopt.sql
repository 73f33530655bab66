-- Prepares a session for a turn: makes it when it is new, locks it, notes the workspace, names it by the question.
-- What changes a session that existed counts as a write to it.
create function session.adopt(p_id text, p_workspace_id text, p_text text)
returns void
language plpgsql
as $$
begin
    -- Again when someone deletes it between the two.
    while session.lock(p_id) is null loop
        perform session.open(p_id, session.title_from(p_text), p_workspace_id);
    end loop;
    update public.popagent_sessions s
    set
        title = case when s.title = '' and not s.title_locked then session.title_from(p_text) else s.title end,
        workspace_id = case when p_workspace_id is null then s.workspace_id else workspace.resolve(p_workspace_id) end
    where s.id = p_id
    and (
        (s.title = '' and not s.title_locked)
        or s.workspace_id <> p_workspace_id
    );
    if found then
        perform session.bump(p_id);
    end if;
end
$$;
