-- The messages that wait in a session, first in line first, with their places from 1.
create function execution.queued(p_session_id text)
returns table (
    id text,
    "position" bigint,
    parts jsonb,
    metadata jsonb,
    model text,
    workspace_id text,
    revision bigint,
    created_at timestamptz
)
language sql stable
as $$
select
    q.id, row_number() over (order by q.position), q.parts, q.metadata, q.model, q.workspace_id,
    q.revision, q.created_at
from public.popagent_queued_messages q
where q.thread_id = p_session_id
order by q.position
$$;
