do $$
declare
    v_mine uuid;
    v_stopping uuid;
    v_foreign uuid;
    v_ended uuid;
    v_gone uuid := gen_random_uuid();
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
    v_batches jsonb;
begin
    select a.execution_id into v_mine from execution.accept_turn('a', 'm', v_hello, 'me', 10, 'model') a;
    select a.execution_id into v_stopping from execution.accept_turn('b', 'm', v_hello, 'me', 10, 'model') a;
    select a.execution_id into v_foreign from execution.accept_turn('c', 'm', v_hello, 'other', 10, 'model') a;
    select a.execution_id into v_ended from execution.accept_turn('d', 'm', v_hello, 'me', 10, 'model') a;
    perform execution.request_stop('b');
    perform execution.finish(v_ended, 'me', 'completed', 'final');
    select jsonb_agg(jsonb_build_object('execution_id', x.id, 'first_n', 1, 'parts', '[{"n": 1}, {"n": 2}]'::jsonb)) into v_batches
    from unnest(array[v_mine, v_stopping, v_foreign, v_ended, v_gone]) x (id);

    assert (
        select array_agg(a.execution_id order by a.execution_id) = (select array_agg(x.id order by x.id) from unnest(array[v_stopping, v_foreign, v_ended, v_gone]) x (id))
        from execution.append('me', v_batches) a
    ), 'named is what must not be worked on: stopping, foreign, ended, deleted';
    assert (
        select array_agg(p.execution_id order by p.execution_id) = (select array_agg(x.id order by x.id) from unnest(array[v_mine, v_stopping]) x (id))
        from popagent_execution_parts p
    ), 'stored is what is one''s own; what is stopping may still speak';
    assert (select current_setting('synchronous_commit') = 'off'), 'the commit does not wait for the disk';

    assert not exists (
        select
        from execution.append('me', jsonb_build_array(jsonb_build_object('execution_id', v_mine, 'first_n', 3, 'parts', '[{"n": 3}]'::jsonb)))
    ), 'nothing is named when all is well';
    perform execution.append('me', jsonb_build_array(jsonb_build_object('execution_id', v_mine, 'first_n', 3, 'parts', '[{"n": 3}, {"n": 4}]'::jsonb)));
    assert execution.stream_of(v_mine) = '[{"n": 1}, {"n": 2}, {"n": 3}, {"n": 4}]', 'a batch that comes again, longer, replaces the first';

    assert not exists (select from execution.append('me', '[]')), 'no batches, nothing to do';
end
$$;
