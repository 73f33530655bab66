-- Gives the supervisor the tools of tasks and schedules, once, where its tools are those that popagent brought along. A
-- schedule is proposed, and its owner is asked.

insert into popagent_tool_policies (tool, policy, updated_at)
select 'proposeSchedule', 'ask', public.clock()
where not exists (select from popagent_data_migrations where id = 'task-tools-1')
on conflict do nothing;

update popagent_agents
set tools = tools || array['createTask', 'listTasks', 'cancelTask', 'proposeSchedule', 'listSchedules'], updated_at = public.clock()
where id = 'popagent'
and tools = array['remember', 'storeSecret', 'recallSecret', 'updateSecret']
and not exists (select from popagent_data_migrations where id = 'task-tools-1');

insert into popagent_data_migrations (id)
values ('task-tools-1')
on conflict do nothing;
