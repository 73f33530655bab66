-- Ends the draft of a session that was sent; nothing when the session is gone by now.
create function session.close_draft(p_id text, p_draft_id text, p_sent text)
returns void
language plpgsql
as $$
begin
    if session.lock(p_id) is not null then
        perform thread.close_draft(p_id, p_draft_id, p_sent);
    end if;
end
$$;
