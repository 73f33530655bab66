-- Changes what a message says that still waits for its turn; returns its new revision.
create function execution.edit_queued(p_session_id text, p_message_id text, p_revision bigint, p_parts jsonb)
returns bigint
language plpgsql
as $$
declare
    v_revision bigint;
begin
    perform execution.require_queued(p_session_id, p_message_id, p_revision);
    update public.popagent_queued_messages q
    set
        parts = p_parts,
        revision = q.revision + 1
    where q.thread_id = p_session_id
    and q.id = p_message_id
    returning q.revision into v_revision;
    return v_revision;
end
$$;
