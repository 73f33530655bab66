-- Rings for the session in which an execution or the queue changed, and for an execution that is to stop.
-- A delegation is heard through its parent. The bell carries no content: whoever hears it asks again. Equal rings of one transaction are one.
create function execution.ring()
returns trigger
language plpgsql
as $$
begin
    if tg_table_name = 'popagent_executions' then
        if new.kind = 'delegation' then
            return null;
        end if;
        if new.state = 'stopping' then
            perform pg_notify('popagent', 'execution:' || new.id);
        end if;
    end if;
    perform pg_notify('popagent', 'session:' || coalesce(new.thread_id, old.thread_id));
    return null;
end
$$;
