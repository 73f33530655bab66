-- Active or archived sessions, last changed first, at most 200; pinned ones alone or without them; temporary ones
-- (p_temporary) not, alone, or with null among the others.
-- The page after a row is asked for by that row's updated_at and id.
create function session.list_page(
    p_archived boolean default false,
    p_workspace_id text default null,
    p_before_at timestamptz default null,
    p_before_id text default null,
    p_limit integer default 200,
    p_pinned boolean default null,
    p_temporary boolean default false
)
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
language sql stable
as $$
select
    s.id, s.title, s.title_locked, s.workspace_id, s.metadata, s.feedback,
    s.revision, s.created_at, s.updated_at, s.archived_at, s.pinned_at, s.temporary, s.forked_from,
    coalesce((select r.unread from thread.reading r where r.thread_id = s.id), false)
from public.popagent_sessions s
where (s.archived_at is not null) = p_archived
and (p_workspace_id is null or s.workspace_id = p_workspace_id)
and (p_pinned is null or (s.pinned_at is not null) = p_pinned)
and (p_temporary is null or s.temporary = p_temporary)
and (p_before_at is null or (s.updated_at, s.id) < (p_before_at, p_before_id))
order by s.updated_at desc, s.id desc
limit least(greatest(p_limit, 1), 200)
$$;
