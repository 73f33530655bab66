-- Rings for a session that was made, changed or deleted. The bell carries no content: whoever hears it asks again.
create function session.ring()
returns trigger
language plpgsql
as $$
begin
    perform pg_notify('popagent', 'session:' || coalesce(new.id, old.id));
    return null;
end
$$;
