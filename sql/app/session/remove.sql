-- Deletes a session for ever, with its messages, executions and streams; memories stay.
create function session.remove(p_id text, p_revision bigint default null)
returns void
language plpgsql
as $$
begin
    perform session.require(p_id, p_revision);
    perform thread.remove(p_id);
end
$$;
