-- Gives the supervisor the tools of secrets, once, where its tools are those that popagent brought along.

update popagent_agents
set tools = tools || array['storeSecret', 'recallSecret', 'updateSecret'], updated_at = public.clock()
where id = 'popagent'
and tools = array['remember']
and not exists (select from popagent_data_migrations where id = 'secret-tools-1');

insert into popagent_data_migrations (id)
values ('secret-tools-1')
on conflict do nothing;
