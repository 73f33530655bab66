do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.');
begin
    perform agent.change_skill('researcher', v_id, 1, p_body => 'Look twice.');
    assert (select array_agg(h.body) from agent.skill_history('researcher', v_id) h) = array['Look twice.', 'Look.'], 'newest first';
    assert not exists (select from agent.skill_history('reviewer', v_id)), 'of its own agent only';
end
$$;
