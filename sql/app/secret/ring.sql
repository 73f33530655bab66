-- Rings for a secret that is new, or has another value or name. The bell carries no content: whoever hears it asks again.
create function secret.ring()
returns trigger
language plpgsql
as $$
begin
    perform pg_notify('popagent', 'secret:' || new.id);
    return null;
end
$$;
