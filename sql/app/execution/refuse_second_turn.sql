-- Refuses when a turn is already running in a thread.
create function execution.refuse_second_turn(p_thread_id text)
returns void
language plpgsql stable
as $$
begin
    if execution.running(p_thread_id) is not null then
        raise sqlstate 'PT409' using
            message = 'A turn is still running in this session. Wait for its end or stop it, then send again.',
            hint = 'turn_running';
    end if;
end
$$;
