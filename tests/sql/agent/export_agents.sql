do $$
begin
    assert (select array_agg(e.key #>> '{}') = array['implementer', 'popagent'] from agent.export_agents(null, 2) e), 'in the order of their ids';
    assert (select array_agg(e.key #>> '{}') = array['researcher', 'reviewer'] from agent.export_agents('"popagent"', 9) e), 'a page after a key';
    assert (select e.described = to_jsonb(a) from agent.export_agents('"implementer"', 1) e, popagent_agents a where a.id = 'popagent'), 'with all columns';
end
$$;
