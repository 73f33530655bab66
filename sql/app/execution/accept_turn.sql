-- Takes a user's message: session, message and execution in one transaction, so that nothing is half begun.
-- While a turn runs, or others wait, the message joins the queue, and its position there is told with the turn
-- that runs. When nothing runs, the first in line begins: `created` says that this execution is the caller's to
-- run. The same message id again finds the turn it began, or its place in the queue. The model is the one
-- asked for, else the stored default, else the catalogue's first; one that a complete catalogue lacks is refused.
-- A turn that begins with this message has the id that the caller chose.
create function execution.accept_turn(
    p_session_id text,
    p_message_id text,
    p_parts jsonb,
    p_owner text,
    p_lease_seconds integer,
    p_model text default null,
    p_catalogue text[] default '{}',
    p_catalogue_is_complete boolean default false,
    p_workspace_id text default null,
    p_metadata jsonb default '{}',
    p_turn_id uuid default gen_random_uuid()
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
    v_revision bigint := session.lock(p_session_id);
    v_parts jsonb;
    v_model text;
    v_turn uuid;
    v_created boolean := false;
    v_position bigint;
    v_busy boolean;
begin
    if v_revision is null then
        perform session.adopt(p_session_id, p_workspace_id, thread.subject_of(p_parts));
    end if;
    v_busy := execution.is_busy(p_session_id);
    -- A message that has to wait leaves the session as it is until its turn.
    if v_revision is not null and not v_busy then
        perform session.adopt(p_session_id, p_workspace_id, thread.subject_of(p_parts));
    end if;
    v_turn := execution.turn_of(p_session_id, p_message_id);
    if v_turn is null and not (v_busy and execution.place(p_session_id, p_message_id) is not null) then
        perform thread.refuse_known_id(p_session_id, p_message_id);
        v_parts := thread.attach(p_session_id, p_parts);
        v_model := execution.model_for(p_model, p_catalogue, p_catalogue_is_complete);
        if v_busy then
            perform execution.enqueue(p_session_id, p_message_id, v_parts, p_metadata, v_model, p_workspace_id, p_turn_id);
        else
            v_turn := execution.ask(
                p_session_id, p_message_id, v_parts, p_metadata, v_model, p_owner, p_lease_seconds, p_turn_id
            );
            v_created := true;
        end if;
    end if;
    if v_turn is null then
        v_turn := execution.take_first(p_session_id, p_owner, p_lease_seconds);
        v_created := v_turn is not null;
        v_turn := coalesce(v_turn, execution.running(p_session_id));
        v_position := execution.place(p_session_id, p_message_id);
    end if;

    return query
    select e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, v_created, v_position
    from public.popagent_executions e
    where e.id = v_turn;
end
$$;
