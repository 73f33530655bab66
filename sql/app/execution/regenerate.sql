-- Asks the last question of a session again; a new version of its answer, or the first after an attempt that said
-- nothing. A message that is named must be that question or an answer to it: nobody rewrites what a later
-- question stands on. The model is chosen as for a new message.
create function execution.regenerate(
    p_session_id text,
    p_owner text,
    p_lease_seconds integer,
    p_message_id text default null,
    p_model text default null,
    p_catalogue text[] default '{}',
    p_catalogue_is_complete boolean default false
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
    v_question_id text;
    v_turn uuid;
begin
    perform session.require(p_session_id, null);
    perform execution.refuse_second_turn(p_session_id);
    v_question_id := thread.last_question(p_session_id);
    if v_question_id is null then
        raise sqlstate 'PT409' using
            message = 'Nothing was asked in this session yet. Send a message first.',
            hint = 'nothing_asked';
    end if;
    if p_message_id <> all (v_question_id || thread.versions(p_session_id, v_question_id)) then
        raise sqlstate 'PT409' using
            message = 'Only the last answer of a session can be written anew. Load the session, or send the question again.',
            hint = 'not_the_last';
    end if;
    v_turn := execution.begin_turn(
        p_session_id, v_question_id, execution.model_for(p_model, p_catalogue, p_catalogue_is_complete), p_owner, p_lease_seconds
    );
    perform thread.ask_again(p_session_id, v_question_id, v_turn);

    return query
    select e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, true, null::bigint
    from public.popagent_executions e
    where e.id = v_turn;
end
$$;
