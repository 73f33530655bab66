-- Rings for a task that was made or whose state changed. The bell carries no content: whoever hears it asks again.
create function task.ring()
returns trigger
language plpgsql
as $$
begin
    perform pg_notify('popagent', 'task:' || new.id);
    return null;
end
$$;
