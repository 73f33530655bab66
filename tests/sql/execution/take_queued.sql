do $$
declare
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
    v_row record;
    v_seen text;
begin
    foreach v_seen in array array['a', 'b', 'c', 'd'] loop
        perform execution.accept_turn(v_seen, 'm1', v_hello, 'me', 10, 'model');
    end loop;
    set local popagent.now = '2026-03-01 12:02+00';
    perform execution.accept_turn('a', 'm2', v_hello, 'me', 10, 'model');
    set local popagent.now = '2026-03-01 12:01+00';
    perform execution.accept_turn('b', 'm2', v_hello, 'me', 10, 'model');
    perform execution.accept_turn('b', 'm3', v_hello, 'me', 10, 'model');
    perform execution.accept_turn('c', 'm2', v_hello, 'me', 10, 'model');
    assert not exists (select from execution.take_queued('me', 10)), 'nothing is taken where something runs';

    perform execution.finish(execution.running(x.id), 'me', 'completed', 'final') from (values ('a'), ('b'), ('d')) x (id);
    assert not exists (select from execution.take_queued('me', 10, 'c')), 'not in the session that is named either';
    assert not exists (select from execution.take_queued('me', 10, 'd')), 'nor where nothing waits';
    assert not exists (select from execution.take_queued('me', 10, 'nowhere')), 'nor where nothing is';

    select * into strict v_row from execution.take_queued('other', 10, p_limit => 1);
    assert (v_row.thread_id, v_row.created, v_row.model) = ('b', true, 'model') and v_row.position is null, 'who waits longest comes first';
    assert (
        select (e.id, e.answer_id, e.trace_id, e.settings, e.owner, e.question_id)
            = (v_row.execution_id, v_row.answer_id, v_row.trace_id, v_row.settings, 'other', 'm2')
        from popagent_executions e
        where e.id = execution.running('b')
    ), 'with all that its process needs to run it';
    select string_agg(t.thread_id, ' ') into v_seen from execution.take_queued('me', 10) t;
    assert v_seen = 'a', 'then the others, one in each session: ' || v_seen;
    perform execution.finish(execution.running('b'), 'other', 'failed', 'error', 'It broke.');
    select string_agg(t.thread_id, ' ') into v_seen from execution.take_queued('me', 10, 'b') t;
    assert v_seen = 'b', 'or the next of the session that is named: ' || v_seen;
    assert (select string_agg(q.thread_id || q.id, ' ') = 'cm2' from popagent_queued_messages q), 'what waits for a turn that runs is left';
end
$$;
