-- Shows another version of an answer, to readers and to the model; returns the session's new revision.
-- Not while a turn runs, for it was given the version that is shown now.
create function execution.choose_version(p_session_id text, p_message_id text, p_revision bigint)
returns bigint
language plpgsql
as $$
begin
    perform session.require(p_session_id, p_revision);
    perform execution.refuse_second_turn(p_session_id);
    perform thread.show_version(p_session_id, p_message_id);
    return session.bump(p_session_id);
end
$$;
