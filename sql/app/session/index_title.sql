-- Keeps what can be found in step with the titles of sessions.
create function session.index_title()
returns trigger
language plpgsql
as $$
begin
    perform thread.index_text(new.id, null, new.created_at, new.title);
    return null;
end
$$;
