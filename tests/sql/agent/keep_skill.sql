do $$
declare
    v_id text := agent.create_skill('researcher', 'look', 'Always.', 'Look.');
begin
    update popagent_agent_skills set revision = 7, body = 'Look twice.' where id = v_id;
    perform agent.keep_skill(v_id);
    assert (select array_agg(r.revision || r.body order by r.revision) from popagent_agent_skill_revisions r where r.skill_id = v_id)
        = array['1Look.', '7Look twice.'], 'each text stands under its revision';
end
$$;
