-- Notes that a session's owner has seen all that is stored of it; no write to the session itself.
create function session.mark_read(p_id text)
returns void
language plpgsql
as $$
begin
    perform session.require(p_id, null);
    perform thread.mark_read(p_id);
end
$$;
