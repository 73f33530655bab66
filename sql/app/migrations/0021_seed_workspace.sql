-- Seeds the default workspace once, together with its mark.

insert into popagent_agent_workspaces (id, name, path, is_default, revision, created_at, updated_at)
select 'default', 'Default', 'default', true, 1, public.clock(), public.clock()
where not exists (select from popagent_data_migrations where id = 'default-workspace-1');

insert into popagent_data_migrations (id)
values ('default-workspace-1')
on conflict do nothing;
