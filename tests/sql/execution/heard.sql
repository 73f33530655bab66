do $$
declare
    v_id uuid;
begin
    set local popagent.now = '2026-05-01 10:00+00';
    v_id := (select a.execution_id from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model') a);
    set local popagent.now = '2026-05-02 10:00+00';
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "start-step"}, {"type": "text-delta", "id": "1", "delta": "two"}]');
    perform execution.accept_turn('s', 'm2', '[{"type": "text", "text": "three"}]', 'me', 10, 'model');
    assert (select array_agg((h.words, h.said_at::date)::text order by h.words) from execution.heard('s') h)
        = array['(one,2026-05-01)', '(three,2026-05-02)', '(two,2026-05-01)'], 'an answer may repeat what was said at the beginning';
    assert not exists (select from execution.heard('nowhere')), 'nothing where nothing is';
end
$$;
