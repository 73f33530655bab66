-- Saves what a client may change of a session as a whole; a locked title stays as its owner named it.
create function session.save(
    p_id text,
    p_revision bigint,
    p_title text,
    p_workspace_id text,
    p_metadata jsonb,
    p_feedback jsonb
)
returns bigint
language plpgsql
as $$
begin
    perform session.require(p_id, p_revision);
    update public.popagent_sessions s
    set
        title = case when s.title_locked then s.title else p_title end,
        workspace_id = workspace.resolve(p_workspace_id),
        metadata = p_metadata,
        feedback = p_feedback
    where s.id = p_id;
    return session.bump(p_id);
end
$$;
