do $$
begin
    assert (select array_agg(r.id) from agent.roster() r) = array['popagent', 'researcher', 'implementer', 'reviewer'],
        'the supervisor, then its specialists in the order of their work';
    assert (select array_agg(r.id) from agent.roster() r where r.delegation_eligible) =
        array['researcher', 'implementer', 'reviewer'], 'the specialists can be delegated to';
    assert (select array_agg(r.workspace_access) from agent.roster() r) =
        array['writable', 'read-only', 'writable', 'read-only'], 'who writes and who only reads';
    assert (select array_agg(r.tools::text) from agent.roster() r) = array['{remember,storeSecret,recallSecret,updateSecret,createTask,listTasks,cancelTask,proposeSchedule,listSchedules}', '{}', '{}', '{}'],
        'only tools that exist are seeded';
    assert (select count(distinct r.source_url) from agent.roster() r) = 4, 'each names its source';
    assert (select bool_and(char_length(r.instructions) > 1500) from agent.roster() r), 'and has a role of substance';
end
$$;
