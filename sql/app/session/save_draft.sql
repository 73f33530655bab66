-- Keeps the text that is not sent yet of a session; no write to the session itself. False when it was sent by now.
create function session.save_draft(p_id text, p_draft text, p_draft_id text default null)
returns boolean
language plpgsql
as $$
begin
    perform session.require(p_id, null);
    return thread.save_draft(p_id, p_draft, p_draft_id);
end
$$;
