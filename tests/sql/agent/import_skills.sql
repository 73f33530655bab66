do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described) from agent.export_skills(null, 1) e);
    v_id text := v_rows -> 0 ->> 'id';
begin
    assert (select i.stored = i.given from agent.import_skills(v_rows, true) i), 'one that is here is equal';
    delete from popagent_agent_skills where id = v_id;
    assert (select i.stored is null from agent.import_skills(v_rows, false) i);
    assert not exists (select from popagent_agent_skills where id = v_id), 'comparing writes nothing';
    perform agent.import_skills(v_rows, true);
    assert (select to_jsonb(s) = v_rows -> 0 from popagent_agent_skills s where s.id = v_id), 'what is not there comes in';

    update popagent_agent_skills set id = 'seeded', body = 'as a later release has it' where id = v_id;
    assert (select i.stored is null from agent.import_skills(v_rows, false) i), 'one as it was seeded does not count as there';
    perform agent.import_skills(v_rows, true);
    assert (select to_jsonb(s) = v_rows -> 0 from popagent_agent_skills s where s.id = v_id), 'it gives way';
    assert not exists (select from popagent_agent_skills where id = 'seeded');

    update popagent_agent_skills set id = 'here', revision = 9, updated_at = clock() where id = v_id;
    assert (select i.stored = i.given || '{"id": "here"}' from agent.import_skills(v_rows, true) i), 'of the same one under another id only the id differs';
    update popagent_agent_skills set body = 'mine' where id = 'here';
    assert (select i.stored ->> 'body' = 'mine' from agent.import_skills(v_rows, true) i), 'of another one by that name all is told';
    assert not exists (select from popagent_agent_skills where id = v_id), 'and it stays alone';
end
$$;
