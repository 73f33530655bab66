do $$
declare
    v_id uuid;
    v_got record;
begin
    set local popagent.now = '2026-05-02 10:00+00';
    select * into v_got from memory.learn('r', 'Tea', 'drink', 0.5, 's', null, null);
    assert v_got.outcome = 'new', 'what nobody knew is new';
    v_id := v_got.id;
    select * into v_got from memory.learn('r', ' tea! ', null, 0.9, null, null, null);
    assert (v_got.id, v_got.outcome) = (v_id, 'known'), 'what says the same is known';
    set local popagent.now = '2026-05-02 11:00+00';
    perform memory.learn('r', 'TEA', null, 0.1, null, null, null) from generate_series(1, 5);
    assert (select array_agg((f.importance, f.created_at < f.updated_at, f.updated_at)::text) from memory.facts f)
        = array[(0.9::float8, true, clock())::text], 'however often it is said: one fact, which tells when it was said last';
    select * into v_got from memory.learn('r', 'Coffee', 'drink', 0.5, null, null, null);
    assert (v_got.id, v_got.outcome) = (v_id, 'replaced'), 'a key that has another value now is replaced';

    perform memory.forget('r', v_id);
    select * into v_got from memory.learn('r', 'Coffee', null, 0.5, null, '2026-05-01', null);
    assert (v_got.id is null, v_got.outcome) = (true, 'deleted'), 'what was deleted after it was said stays deleted';
    select * into v_got from memory.learn('r', 'Juice', 'drink', 0.5, null, '2026-05-01', v_id);
    assert v_got.outcome = 'deleted', 'so does its key, before anything else is looked at';
    assert not exists (select from popagent_memories), 'nothing is stored';

    perform memory.learn('r', 'Coffee', 'drink', 0.5, null, null, null);
    select * into v_got from memory.learn('r', 'Coffee', 'drink', 0.5, null, '2026-05-01', null);
    assert v_got.outcome = 'known', 'once its owner has added it again it is known, whoever repeats it';
    select * into v_got from memory.learn('r', 'Water', 'drink', 0.5, null, '2026-05-01', null);
    assert v_got.outcome = 'deleted', 'but old talk does not change it';
end
$$;
