-- Rings for the session in which an execution or the queue changed, and for an execution that is to stop.
-- The bell carries no content: whoever hears it asks again. Equal rings of one transaction are one.
create function execution.ring()
returns trigger
language plpgsql
as $$
begin
    perform pg_notify('popagent', 'session:' || coalesce(new.thread_id, old.thread_id));
    if tg_table_name = 'popagent_executions' then
        if new.state = 'stopping' then
            perform pg_notify('popagent', 'execution:' || new.id);
        end if;
    end if;
    return null;
end
$$;
