-- Changes what a message says that still waits for its turn; returns it as it waits now.
create function execution.edit_queued(p_session_id text, p_message_id text, p_revision bigint, p_parts jsonb)
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
language plpgsql
as $$
begin
    perform execution.require_queued(p_session_id, p_message_id, p_revision);
    update public.popagent_queued_messages q
    set
        parts = p_parts,
        revision = q.revision + 1
    where q.thread_id = p_session_id
    and q.id = p_message_id;
    return query
    select q.id, q.position, q.parts, q.metadata, q.model, q.workspace_id, q.revision, q.created_at
    from execution.queued(p_session_id) q
    where q.id = p_message_id;
end
$$;
