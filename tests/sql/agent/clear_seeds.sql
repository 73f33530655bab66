do $$
declare
    v_kept text := (select min(s.id) from popagent_agent_skills s);
begin
    update popagent_agent_skills set updated_at = clock() + interval '1 second' where id = v_kept;
    perform agent.clear_seeds('{}');
    assert (select count(*) > 1 from popagent_agent_skills), 'seeds of other times stay';
    perform agent.clear_seeds(array(select d.applied_at from popagent_data_migrations d));
    assert (select array_agg(s.id) = array[v_kept] from popagent_agent_skills s), 'what its owner changed stays';
end
$$;
