-- Takes a message out of the queue that still waits for its turn, and lets its files go. A null revision removes
-- whatever it says by now.
create function execution.remove_queued(p_session_id text, p_message_id text, p_revision bigint default null)
returns void
language plpgsql
as $$
begin
    perform execution.require_queued(p_session_id, p_message_id, p_revision);
    perform thread.detach(p_session_id, q.parts)
    from public.popagent_queued_messages q
    where q.thread_id = p_session_id
    and q.id = p_message_id;
    delete from public.popagent_queued_messages q
    where q.thread_id = p_session_id
    and q.id = p_message_id;
end
$$;
