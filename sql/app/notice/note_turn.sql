-- Notes that an answer waits for its owner's permission. A trigger.
create function notice.note_turn()
returns trigger
language plpgsql
as $$
begin
    perform notice.note('waiting', s.title, '/c/' || s.id)
    from public.popagent_sessions s
    where s.id = new.thread_id;
    return null;
end
$$;
