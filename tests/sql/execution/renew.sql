do $$
declare
    v_mine uuid;
    v_stopping uuid;
    v_foreign uuid;
    v_ended uuid;
    v_gone uuid := gen_random_uuid();
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
begin
    set local popagent.now = '2026-03-01 12:00+00';
    select a.execution_id into v_mine from execution.accept_turn('a', 'm', v_hello, 'me', 10, 'model') a;
    select a.execution_id into v_stopping from execution.accept_turn('b', 'm', v_hello, 'me', 10, 'model') a;
    select a.execution_id into v_foreign from execution.accept_turn('c', 'm', v_hello, 'other', 10, 'model') a;
    select a.execution_id into v_ended from execution.accept_turn('d', 'm', v_hello, 'me', 10, 'model') a;
    perform execution.request_stop('b');
    perform execution.finish(v_ended, 'me', 'completed', 'final');

    set local popagent.now = '2026-03-01 12:00:05+00';
    assert (
        select array_agg(r.execution_id order by r.execution_id) = (select array_agg(x.id order by x.id) from unnest(array[v_stopping, v_foreign, v_ended, v_gone]) x (id))
        from execution.renew('me', array[v_mine, v_stopping, v_foreign, v_ended, v_gone], 10) r
    ), 'named is what must not be worked on: stopping, foreign, ended, deleted';
    assert (
        select array_agg(e.lease_expires_at order by e.thread_id) = array[
            '2026-03-01 12:00:15+00', '2026-03-01 12:00:15+00', '2026-03-01 12:00:10+00', null
        ]::timestamptz[]
        from popagent_executions e
    ), 'leases of one''s own are renewed, of what is stopping too';
    assert not exists (select from execution.renew('me', '{}', 10)), 'nothing to renew, nothing to stop';
end
$$;
