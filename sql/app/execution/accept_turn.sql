-- Takes a user's message: session, message and execution in one transaction, so that nothing is half begun.
-- The same message id again finds the turn it began instead of beginning another. A message that
-- comes while another turn runs is refused. The model is the one asked for, else the stored default,
-- else the catalogue's first; one that a complete catalogue lacks is refused.
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
    p_metadata jsonb default '{}'
)
returns table (execution_id uuid, created boolean, answer_id text, trace_id text, model text, settings jsonb)
language plpgsql
as $$
declare
    v_settings jsonb;
    v_model text;
    v_id uuid := gen_random_uuid();
begin
    perform session.adopt(p_session_id, p_workspace_id, thread.subject_of(p_parts));

    return query
    select e.id, false, e.answer_id, e.trace_id, e.model, e.settings
    from public.popagent_executions e
    where e.thread_id = p_session_id
    and e.question_id = p_message_id
    order by e.started_at desc
    limit 1;
    if found then
        return;
    end if;

    perform thread.refuse_known_id(p_session_id, p_message_id);
    perform execution.refuse_second_turn(p_session_id);
    select s.settings, s.default_model into v_settings, v_model from settings.agent_runtime() s;
    v_model := execution.choose_model(p_model, v_model, p_catalogue, p_catalogue_is_complete);
    perform thread.append(p_session_id, p_message_id, 'user', thread.attach(p_session_id, p_parts), p_metadata, v_id);

    return query
    insert into public.popagent_executions as e
        (id, kind, thread_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
    values (
        v_id, 'turn', p_session_id, 'popagent', 'running', v_settings, v_model, p_owner,
        public.clock() + make_interval(secs => p_lease_seconds), p_message_id
    )
    returning e.id, true, e.answer_id, e.trace_id, e.model, e.settings;
end
$$;
