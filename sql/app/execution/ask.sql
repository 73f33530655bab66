-- Stores a user's message and begins its turn; returns the execution. The caller holds the lock of the session.
create function execution.ask(
    p_session_id text,
    p_message_id text,
    p_parts jsonb,
    p_metadata jsonb,
    p_model text,
    p_owner text,
    p_lease_seconds integer,
    p_turn_id uuid default gen_random_uuid()
)
returns uuid
language plpgsql
as $$
begin
    perform thread.append(p_session_id, p_message_id, 'user', p_parts, p_metadata, p_turn_id);
    return execution.begin_turn(p_session_id, p_message_id, p_model, p_owner, p_lease_seconds, p_turn_id);
end
$$;
