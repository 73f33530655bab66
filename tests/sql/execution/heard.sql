do $$
declare
    v_parent uuid;
begin
    set local popagent.now = '2026-05-01 10:00+00';
    v_parent := (select a.execution_id from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model') a);
    set local popagent.now = '2026-05-02 10:00+00';
    perform execution.finish(v_parent, 'me', 'completed', 'final', p_tail => '[{"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "two"}]');
    v_parent := (select a.execution_id from execution.accept_turn('s', 'm2', '[{"type": "text", "text": "three"}]', 'me', 10, 'model') a);
    assert (select array_agg((h.words, h.said_at::date)::text order by h.words) from execution.heard('s') h)
        = array['(one,2026-05-01)', '(three,2026-05-02)', '(two,2026-05-01)'], 'an answer may repeat what was said at the beginning';

    set local popagent.now = '2026-05-03 10:00+00';
    perform thread.open('d', 'delegation', 'popagent-user');
    perform thread.append('d', 'p1', 'user', '[{"type": "text", "text": "four"}]', '{}', gen_random_uuid());
    insert into popagent_executions (kind, thread_id, parent_id, agent_id, state, settings, model, owner, lease_expires_at, question_id)
    values ('delegation', 'd', v_parent, 'popagent', 'running', '{}', 'model', 'me', public.clock(), 'p1');
    assert (select array_agg((h.words, h.said_at::date)::text order by h.words) from execution.heard('d') h)
        = array['(four,2026-05-01)', '(one,2026-05-01)', '(three,2026-05-02)', '(two,2026-05-01)'],
        'a delegation''s prompt is not the owner''s, the chat behind it is';
    assert not exists (select from execution.heard('nowhere')), 'nothing where nothing is';
end
$$;
