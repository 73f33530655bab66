-- One session, or a refusal when it does not exist.
create function session.load(p_id text)
returns table (
    id text,
    title text,
    title_locked boolean,
    workspace_id text,
    metadata jsonb,
    feedback jsonb,
    revision bigint,
    created_at timestamptz,
    updated_at timestamptz,
    archived_at timestamptz,
    pinned_at timestamptz,
    temporary boolean,
    forked_from text,
    unread boolean
)
language plpgsql stable
as $$
begin
    return query
    select
        s.id, s.title, s.title_locked, s.workspace_id, s.metadata, s.feedback,
        s.revision, s.created_at, s.updated_at, s.archived_at, s.pinned_at, s.temporary, s.forked_from,
        coalesce((select r.unread from thread.reading r where r.thread_id = s.id), false)
    from public.popagent_sessions s
    where s.id = p_id;
    if not found then
        raise sqlstate 'PT404' using
            message = 'There is no session with this id.',
            hint = 'session_not_found';
    end if;
end
$$;
