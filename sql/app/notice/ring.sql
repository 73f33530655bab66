-- Rings for a notice. The bell carries no content: whoever hears it asks again. A trigger.
create function notice.ring()
returns trigger
language plpgsql
as $$
begin
    perform pg_notify('popagent', 'notice:' || new.id);
    return null;
end
$$;
