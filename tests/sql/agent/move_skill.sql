do $$
declare
    v_first text := (select s.id from agent.skills('reviewer') s where s.name = 'review-a-change');
    v_third text := agent.create_skill('reviewer', 'look', 'Always.', 'Look.');
begin
    perform agent.move_skill('reviewer', v_first, false);
    assert (select array_agg(s.name) from agent.skills('reviewer') s) = array['verify-a-claim', 'review-a-change', 'look'], 'one down';
    perform agent.move_skill('reviewer', v_third, true);
    assert (select array_agg(s.name) from agent.skills('reviewer') s) = array['verify-a-claim', 'look', 'review-a-change'], 'one up';
    perform agent.move_skill('reviewer', v_first, false);
    assert (select array_agg(s.name) from agent.skills('reviewer') s) = array['verify-a-claim', 'look', 'review-a-change'], 'the last stays last';
    assert (select s.revision from agent.skills('reviewer') s where s.id = v_first) = 1, 'its text is what it was';
end
$$;
