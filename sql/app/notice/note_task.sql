-- Notes that a task is done or failed. What its owner cancelled they know. A trigger.
create function notice.note_task()
returns trigger
language plpgsql
as $$
begin
    perform notice.note(case new.state when 'completed' then 'done' else 'failed' end, new.title, '/tasks/' || new.id);
    return null;
end
$$;
