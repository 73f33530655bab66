-- Active or archived sessions, last changed first, at most 200.
-- The page after a row is asked for by that row's updated_at and id.
create function session.list_page(
    p_archived boolean default false,
    p_workspace_id text default null,
    p_before_at timestamptz default null,
    p_before_id text default null,
    p_limit integer default 200
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
    archived_at timestamptz
)
language sql stable
as $$
select
    s.id, s.title, s.title_locked, s.workspace_id, s.metadata, s.feedback,
    s.revision, s.created_at, s.updated_at, s.archived_at
from public.popagent_sessions s
where (s.archived_at is not null) = p_archived
and (p_workspace_id is null or s.workspace_id = p_workspace_id)
and (p_before_at is null or (s.updated_at, s.id) < (p_before_at, p_before_id))
order by s.updated_at desc, s.id desc
limit least(greatest(p_limit, 1), 200)
$$;
