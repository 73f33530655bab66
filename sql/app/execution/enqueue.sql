-- Puts a message at the end of a session's queue, which holds at most fifty. The caller holds the session's lock.
create function execution.enqueue(
    p_session_id text,
    p_message_id text,
    p_parts jsonb,
    p_metadata jsonb,
    p_model text,
    p_workspace_id text,
    p_turn_id uuid default gen_random_uuid()
)
returns void
language plpgsql
as $$
begin
    insert into public.popagent_queued_messages (thread_id, position, id, parts, metadata, model, workspace_id, turn_id)
    select
        p_session_id, coalesce(max(q.position), 0) + 1, p_message_id, p_parts, p_metadata, p_model,
        case when p_workspace_id is not null then workspace.resolve(p_workspace_id) end, p_turn_id
    from public.popagent_queued_messages q
    where q.thread_id = p_session_id
    having count(*) < 50;
    if not found then
        raise sqlstate 'PT409' using
            message = 'Fifty messages wait in this session already. Send again when some of them are answered.',
            hint = 'queue_full';
    end if;
end
$$;
