-- Refuses a message id that a thread already holds.
create function thread.refuse_known_id(p_thread_id text, p_id text)
returns void
language plpgsql stable
as $$
begin
    if exists (select from public.popagent_messages m where m.thread_id = p_thread_id and m.id = p_id) then
        raise sqlstate 'PT409' using
            message = 'This session already holds a message with this id. Send a new message under a new id.',
            hint = 'message_exists';
    end if;
end
$$;
