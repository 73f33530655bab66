-- The end that finish and reap share: the row's last state, the answer's message, the episode, the revision.
-- An answer takes the place of the version shown before it, unless it holds no text. The caller holds the
-- locks of session and execution. Only a completed turn becomes an episode and a reason to name the session;
-- a specialist's part is neither. A specialist that waits for its owner ends with its supervisor.
create function execution.conclude(
    p_execution_id uuid,
    p_state text,
    p_end_reason text,
    p_error text default null,
    p_usage jsonb default '{}',
    p_memory_ids uuid[] default '{}',
    p_remembered_question text default null
)
returns table (state text, end_reason text, revision bigint)
language plpgsql
as $$
declare
    v_execution public.popagent_executions;
    v_parts jsonb := execution.fold(execution.stream_of(p_execution_id), true);
    v_speaks boolean := thread.text_of(v_parts) <> '';
begin
    perform execution.conclude(
        w.id, case p_state when 'stopped' then 'stopped' else 'interrupted' end,
        case p_state when 'stopped' then 'stopped' else 'interrupted' end, null, w.usage, w.memory_ids
    )
    from public.popagent_executions w
    where w.parent_id = p_execution_id
    and w.state = 'waiting';
    update public.popagent_executions e
    set
        state = p_state,
        end_reason = p_end_reason,
        error = p_error,
        usage = p_usage,
        memory_ids = p_memory_ids,
        lease_expires_at = null,
        finished_at = public.clock()
    where e.id = p_execution_id
    returning e.* into v_execution;

    if jsonb_path_exists(v_parts, '$[*] ? (@.type != "step-start")') then
        perform thread.append(
            v_execution.thread_id, v_execution.answer_id, 'assistant', v_parts,
            execution.metadata(v_execution.id, v_execution.trace_id, v_execution.model, p_usage), v_execution.id,
            v_execution.question_id,
            v_speaks or thread.versions(v_execution.thread_id, v_execution.question_id) = '{}'
        );
    end if;
    if p_state = 'completed' and v_execution.kind <> 'delegation' then
        perform execution.retain(v_execution.thread_id, v_execution.question_id, v_parts, p_remembered_question);
    end if;
    if p_state = 'completed' and v_execution.kind = 'turn' and v_speaks then
        perform execution.request_title(v_execution.id);
    end if;
    return query
    select p_state, p_end_reason, session.bump(v_execution.thread_id);
end
$$;
