do $$
begin
    assert (select array_agg(s.name) from agent.skills('reviewer') s) = array['review-a-change', 'verify-a-claim'],
        'two are seeded, in their order';
    update popagent_agent_skills set position = 9 where name = 'review-a-change';
    assert (select array_agg(s.name) from agent.skills('reviewer') s) = array['verify-a-claim', 'review-a-change'],
        'the order is that of their positions';
    assert not exists (select from agent.skills('nobody')), 'an unknown agent has none';
    assert (select count(*) from popagent_agent_skills where source_url is null) = 0, 'each says where it comes from';
end
$$;
