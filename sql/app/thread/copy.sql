-- Copies what is shown of a thread, up to a position or all of it, into another that is empty; returns how many messages.
-- They keep their ids, times and executions, and get files of their own; the versions that gave way are left behind.
create function thread.copy(p_thread_id text, p_to_id text, p_through bigint default null)
returns bigint
language plpgsql
as $$
declare
    v_count bigint;
begin
    insert into public.popagent_messages
        (thread_id, position, id, role, parts, metadata, execution_id, question_id, created_at)
    select
        p_to_id, row_number() over (order by m.position), m.id, m.role, m.parts, m.metadata, m.execution_id,
        m.question_id, m.created_at
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    and m.shown
    and (p_through is null or m.position <= p_through);
    get diagnostics v_count = row_count;
    perform thread.copy_attachments(p_thread_id, p_to_id);
    return v_count;
end
$$;
