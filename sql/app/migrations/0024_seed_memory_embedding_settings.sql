-- Seeds the settings of meaning-based recall once, together with their mark: off, for it costs tokens.

insert into popagent_memory_embedding_settings (singleton, enabled, model, revision, updated_at)
select true, false, '', 1, public.clock()
where not exists (select from popagent_data_migrations where id = 'memory-embedding-settings-1');

insert into popagent_data_migrations (id)
values ('memory-embedding-settings-1')
on conflict do nothing;
