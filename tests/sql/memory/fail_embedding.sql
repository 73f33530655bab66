do $$
declare
    v_waits interval[] := '{}';
begin
    set local popagent.now = '2026-12-01 08:00+00';
    for n in 1..12 loop
        perform memory.fail_embedding('no answer ' || n);
        v_waits := v_waits || (select s.retry_at - clock() from popagent_memory_embedding_state s);
    end loop;
    assert v_waits[1:4] = array['1 min', '2 min', '4 min', '8 min']::interval[], v_waits::text;
    assert v_waits[12] = '1 hour', 'at most an hour';
    assert (select s.failures = 12 and s.error = 'no answer 12' from popagent_memory_embedding_state s), 'the last words stay';
end
$$;
