-- Begins a specialist's part of an execution: a thread of its own with the prompt, and an execution on the settings
-- snapshot, the model and the trace of its parent. When a specialist waits for this very call, since it had to ask
-- its owner, it goes on instead, on its stream as it is so far.
create function execution.delegate(
    p_parent_id uuid,
    p_owner text,
    p_call_id text,
    p_agent_id text,
    p_prompt text,
    p_lease_seconds integer
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
    v_id uuid := gen_random_uuid();
    v_thread_id text := 'delegation-' || v_id;
    v_parts jsonb := jsonb_build_array(jsonb_build_object('type', 'text', 'text', p_prompt));
begin
    -- One after another, so that those that begin at once are counted too.
    perform 1 from public.popagent_executions e where e.id = p_parent_id for update;
    return query
    update public.popagent_executions e
    set
        state = 'running',
        owner = p_owner,
        lease_expires_at = public.clock() + make_interval(secs => p_lease_seconds)
    from public.popagent_executions p
    where p.id = p_parent_id
    and p.owner = p_owner
    and p.state = 'running'
    and e.parent_id = p.id
    and e.call_id = p_call_id
    and e.state = 'waiting'
    returning e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, execution.stream_of(e.id);
    if found then
        return;
    end if;

    perform execution.refuse_delegation(p_parent_id, p_owner, p_agent_id);
    perform thread.open(v_thread_id, 'delegation', t.resource_id, t.id)
    from public.popagent_executions e
    join public.popagent_threads t on t.id = e.thread_id
    where e.id = p_parent_id;
    perform thread.append(v_thread_id, 'prompt', 'user', v_parts, '{}', v_id);

    return query
    insert into public.popagent_executions as e
        (id, kind, thread_id, parent_id, call_id, agent_id, state, settings, model, owner, lease_expires_at, trace_id, question_id)
    select
        v_id, 'delegation', v_thread_id, p.id, p_call_id, p_agent_id, 'running', p.settings, p.model, p_owner,
        public.clock() + make_interval(secs => p_lease_seconds), p.trace_id, 'prompt'
    from public.popagent_executions p
    where p.id = p_parent_id
    returning e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, '[]'::jsonb;
end
$$;
