do $$
declare
    v_said jsonb := '[{"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "first"}]';
    v_first record;
    v_row record;
    v_seen text;
begin
    select * into strict v_first from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model') a;
    perform execution.finish(v_first.execution_id, 'me', 'completed', 'final', p_tail => v_said);

    select * into strict v_row from execution.regenerate('s', 'me', 10, p_model => 'other');
    assert (v_row.thread_id, v_row.created, v_row.model) = ('s', true, 'other'), 'a turn begins on the model asked for';
    assert v_row.answer_id <> v_first.answer_id and v_row.execution_id <> v_first.execution_id, 'an answer of its own';
    assert (select (e.question_id, e.attempt) = ('m1', 2) from popagent_executions e where e.id = v_row.execution_id), 'to the same question';
    assert (select c.messages = '[{"role": "user", "content": "one"}]' from execution.context(v_row.execution_id) c), 'which is asked as if it were new';
    select string_agg(t.id || ':' || t.state, ' ') into v_seen from execution.transcript('s') t;
    assert v_seen = format('m1:running %s:completed', v_first.answer_id), 'until it is there the first answer is shown: ' || v_seen;

    perform execution.finish(v_row.execution_id, 'me', 'completed', 'final', p_tail => replace(v_said::text, 'first', 'second')::jsonb);
    assert (
        select (t.parts #>> '{1,text}', t.question_id) = ('second', 'm1') and t.versions = array[v_first.answer_id, v_row.answer_id]
        from execution.transcript('s') t
        where t.role = 'assistant'
    ), 'then the second, and both are known';

    -- Attempts that say nothing hide nothing, and may be repeated.
    select * into strict v_row from execution.regenerate('s', 'me', 10, 'm1', 'model');
    perform execution.finish(v_row.execution_id, 'me', 'failed', 'error', 'It broke.', p_tail => '[{"type": "start-step"}]');
    select * into strict v_row from execution.regenerate('s', 'me', 10, v_first.answer_id, 'model');
    perform execution.finish(v_row.execution_id, 'me', 'stopped', 'stopped', p_tail => '[{"type": "reasoning-delta", "id": "1", "delta": "hm"}]');
    assert (
        select string_agg(t.parts #>> '{1,text}', ' ') = 'second' and min(cardinality(t.versions)) = 3
        from execution.transcript('s') t
        where t.role = 'assistant'
    ), 'what was thought is kept as a version, what was said is shown';
    select * into strict v_row from execution.regenerate('s', 'me', 10, p_catalogue => '{listed}', p_catalogue_is_complete => true);
    assert v_row.model = 'listed', 'without a model it is chosen as for a new message';
    perform execution.finish(v_row.execution_id, 'me', 'completed', 'final');

    -- A question whose first attempt failed.
    select * into strict v_first from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "two"}]', 'me', 10, 'model') a;
    perform execution.finish(v_first.execution_id, 'me', 'failed', 'error', 'It broke.');
    select * into strict v_row from execution.regenerate('s', 'me', 10, 'm2', 'model');
    perform execution.finish(v_row.execution_id, 'me', 'completed', 'final', p_tail => v_said);
    select string_agg(concat_ws(':', t.role, t.state, cardinality(t.versions)), ' ') into v_seen from execution.transcript('s') t where t.position > 4;
    assert v_seen = 'user:completed:0 assistant:completed:1', 'is asked once and answered once: ' || v_seen;
end
$$;

do $$
declare
    v_case record;
    v_state text;
    v_hint text;
    v_count bigint;
    v_answer_id text;
begin
    perform session.open('empty', '', null);
    select t.versions[1] into v_answer_id from execution.transcript('s') t where t.question_id = 'm1';
    perform execution.accept_turn('busy', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model');
    select count(*) into v_count from popagent_executions;
    for v_case in
        select *
        from (
            values
                ('nowhere', null, 'model', 'PT404', 'session_not_found'),
                ('empty', null, 'model', 'PT409', 'nothing_asked'),
                ('busy', 'm1', 'model', 'PT409', 'turn_running'),
                ('s', 'm1', 'model', 'PT409', 'not_the_last'),
                ('s', v_answer_id, 'model', 'PT409', 'not_the_last'),
                ('s', 'nobody', 'model', 'PT409', 'not_the_last'),
                ('s', 'm2', 'gone', 'PT422', 'unknown_model')
        ) x (session, message, model, state, hint)
    loop
        begin
            perform execution.regenerate(v_case.session, 'me', 10, v_case.message, v_case.model, '{model}', true);
            v_state := 'none';
        exception when others then
            get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
        end;
        assert (v_state, v_hint) = (v_case.state, v_case.hint), format('%s should be refused, but %s %s', v_case, v_state, v_hint);
    end loop;
    assert (select count(*) = v_count from popagent_executions), 'what is refused begins nothing';
end
$$;
