-- Refuses to write memory from a temporary session: it reads what is remembered, and leaves nothing behind.
-- The sentence is for the model that tried.
create function execution.refuse_temporary(p_thread_id text)
returns void
language plpgsql stable
as $$
begin
    if execution.is_temporary(p_thread_id) then
        raise sqlstate 'PT409' using
            message = 'Nothing was remembered: this chat is temporary, it reads memories and writes none. Tell the user so; an ordinary chat can remember it.',
            hint = 'temporary_session';
    end if;
end
$$;
