-- Goes on with executions whose owner has decided: in one session, or in any. Whoever calls runs what is returned,
-- on the stream as it is so far; it is one process only. What another process is busy with just now is left to it,
-- or to the next time; only the session that is named is waited for.
create function execution.resume(
    p_owner text,
    p_lease_seconds integer,
    p_session_id text default null,
    p_limit integer default 10
)
returns table (
    execution_id uuid,
    thread_id text,
    answer_id text,
    trace_id text,
    model text,
    settings jsonb,
    stream jsonb
)
language plpgsql
as $$
declare
    v_id uuid;
    v_thread_id text;
begin
    for v_id, v_thread_id in
        select d.id, d.thread_id
        from execution.decided() d
        where p_session_id is null or d.thread_id = p_session_id
        limit p_limit
    loop
        if p_session_id is null then
            continue when not session.try_lock(v_thread_id);
        else
            perform session.lock(v_thread_id);
        end if;
        return query
        update public.popagent_executions e
        set
            state = 'running',
            owner = p_owner,
            lease_expires_at = public.clock() + make_interval(secs => p_lease_seconds)
        where e.id = v_id
        and e.id in (select d.id from execution.decided() d)
        returning e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, execution.stream_of(e.id);
    end loop;
end
$$;
