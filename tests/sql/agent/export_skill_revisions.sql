do $$
declare
    v_last jsonb;
begin
    insert into popagent_agent_skill_revisions
    select s.id, 12, 'n', 'd', 'b', '{}' from popagent_agent_skills s order by s.id limit 1;
    assert (select array_agg((e.key ->> 1)::bigint) = '{1,12}' from agent.export_skill_revisions(null, 2) e), 'skill by skill in order';
    select e.key into v_last from agent.export_skill_revisions(null, 1) e;
    assert (select (e.key ->> 1)::bigint = 12 from agent.export_skill_revisions(v_last, 1) e), 'a page after a key';
    assert (select bool_and(e.described = to_jsonb(r)) from agent.export_skill_revisions(null, 99) e join popagent_agent_skill_revisions r on (r.skill_id, r.revision) = (e.key ->> 0, (e.key ->> 1)::bigint));
end
$$;
