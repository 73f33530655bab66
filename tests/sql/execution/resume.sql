do $$
declare
    v_id uuid;
    v_row record;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}', 1, '[{"type": "start"}]');
    assert not exists (select from execution.resume('other', 10)), 'what is not decided waits';
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'once');
    assert not exists (select from execution.resume('other', 10, 'nowhere')), 'in the session that is named';
    select * into strict v_row from execution.resume('other', 10);
    assert (v_row.execution_id, v_row.thread_id, v_row.model) = (v_id, 's', 'model'), 'what was decided';
    assert v_row.answer_id is not null and v_row.settings <> '{}', 'with all that its process needs';
    assert (select array_agg(x.part ->> 'type') = array['start', 'data-toolApproval', 'data-toolApproval'] from jsonb_array_elements(v_row.stream) x (part)), 'and the stream so far';
    assert (
        select (e.state, e.owner, e.attempt) = ('running', 'other', 1) and e.lease_expires_at > public.clock()
        from popagent_executions e
        where e.id = v_id
    ), 'it is the caller''s, the same attempt';
    assert not exists (select from execution.resume('me', 10, 's')), 'and nobody else''s';
    perform execution.finish(v_id, 'other', 'completed', 'final');
end
$$;
