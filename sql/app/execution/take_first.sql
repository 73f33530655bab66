-- Begins the turn of the first message that waits in a session; null when none waits or something runs.
-- The caller holds the lock of the session.
create function execution.take_first(p_session_id text, p_owner text, p_lease_seconds integer)
returns uuid
language plpgsql
as $$
declare
    v_first public.popagent_queued_messages;
begin
    delete from public.popagent_queued_messages q
    where q.thread_id = p_session_id
    and q.position = execution.next_in_line(p_session_id)
    and execution.running(p_session_id) is null
    returning q.* into v_first;
    if not found then
        return null;
    end if;
    perform session.adopt(p_session_id, v_first.workspace_id, thread.subject_of(v_first.parts));
    return execution.ask(
        p_session_id, v_first.id, v_first.parts, v_first.metadata, v_first.model, p_owner, p_lease_seconds, v_first.turn_id
    );
end
$$;
