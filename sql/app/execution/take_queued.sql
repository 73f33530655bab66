-- Begins turns of messages that wait where nothing runs: the first in line of one session, or of any.
-- Whoever calls runs what is returned. What another process is busy with just now is left to it, or to the
-- next time; only the session that is named is waited for.
create function execution.take_queued(
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
    created boolean,
    "position" bigint
)
language plpgsql
as $$
declare
    v_thread_id text;
    v_id uuid;
begin
    for v_thread_id in
        select q.thread_id
        from public.popagent_queued_messages q
        where (p_session_id is null or q.thread_id = p_session_id)
        and execution.running(q.thread_id) is null
        group by q.thread_id
        order by min(q.created_at)
        limit p_limit
    loop
        if p_session_id is null then
            continue when not session.try_lock(v_thread_id);
        else
            perform session.lock(v_thread_id);
        end if;
        v_id := execution.take_first(v_thread_id, p_owner, p_lease_seconds);
        return query
        select e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, true, null::bigint
        from public.popagent_executions e
        where e.id = v_id;
    end loop;
end
$$;
