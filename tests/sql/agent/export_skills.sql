do $$
declare
    v_all integer := (select count(*) from popagent_agent_skills);
begin
    assert (select count(*) = v_all from agent.export_skills(null, 100) e), 'all of them';
    assert (select count(*) = v_all - 2 from agent.export_skills((select e.key from agent.export_skills(null, 2) e order by e.key #>> '{}' desc limit 1), 100) e), 'a page after a key';
    assert (select bool_and(e.described = to_jsonb(s)) from agent.export_skills(null, 100) e join popagent_agent_skills s on s.id = e.key #>> '{}'), 'with all columns';
end
$$;
