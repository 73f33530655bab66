-- Changes what a message says that still waits for its turn; returns it as it waits now. Files that it loses are let go.
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
declare
    v_parts jsonb;
begin
    perform execution.require_queued(p_session_id, p_message_id, p_revision);
    v_parts := thread.attach(p_session_id, p_parts);
    perform thread.detach(p_session_id, q.parts)
    from public.popagent_queued_messages q
    where q.thread_id = p_session_id
    and q.id = p_message_id;
    update public.popagent_queued_messages q
    set
        parts = thread.attach(p_session_id, v_parts),
        revision = q.revision + 1
    where q.thread_id = p_session_id
    and q.id = p_message_id;
    return query
    select q.id, q.position, q.parts, q.metadata, q.model, q.workspace_id, q.revision, q.created_at
    from execution.queued(p_session_id) q
    where q.id = p_message_id;
end
$$;
