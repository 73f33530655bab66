do $$
declare
    v_rows jsonb := (select jsonb_agg(e.described) from agent.export_skill_revisions(null, 1) e);
begin
    assert (select i.stored = i.given from agent.import_skill_revisions(v_rows, true) i);
    delete from popagent_agent_skill_revisions r where to_jsonb(r) = v_rows -> 0;
    assert (select i.stored is null from agent.import_skill_revisions(v_rows, false) i);
    assert not exists (select from popagent_agent_skill_revisions r where to_jsonb(r) = v_rows -> 0), 'comparing writes nothing';
    perform agent.import_skill_revisions(v_rows, true);
    assert exists (select from popagent_agent_skill_revisions r where to_jsonb(r) = v_rows -> 0), 'what is not there comes in';
end
$$;
