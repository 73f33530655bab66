-- Locks a session for a write to a message that waits in it, and refuses when it was taken, is gone, or was
-- changed since it was read. A null revision locks without comparing.
create function execution.require_queued(p_session_id text, p_message_id text, p_revision bigint)
returns void
language plpgsql
as $$
declare
    v_revision bigint;
begin
    perform session.require(p_session_id, null);
    select q.revision into v_revision
    from public.popagent_queued_messages q
    where q.thread_id = p_session_id
    and q.id = p_message_id;
    if v_revision is null and execution.turn_of(p_session_id, p_message_id) is not null then
        raise sqlstate 'PT409' using
            message = 'This message was taken already: its turn has begun.',
            hint = 'already_taken';
    end if;
    if v_revision is null then
        raise sqlstate 'PT404' using
            message = 'No message with this id waits in this session.',
            hint = 'queued_message_not_found';
    end if;
    if v_revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'revision conflict',
            hint = 'revision_conflict';
    end if;
end
$$;
