-- How long episodes are kept: one row, seeded once together with its mark. The page of these settings shows the
-- comments of their columns. And an index by which memories are counted without being read.

create table popagent_memory_retention_settings (
    singleton boolean primary key constraint there_is_one_row check (singleton),
    episode_days integer not null constraint episode_days_are_1_to_36500 check (episode_days between 1 and 36500),
    episodes_kept integer not null constraint episodes_kept_are_0_to_10000000 check (episodes_kept between 0 and 10000000),
    revision bigint not null,
    updated_at timestamptz not null
);

comment on table popagent_memory_retention_settings is 'How long episodes are remembered, and how many of them: one row. Facts stay until they are deleted.';
comment on column popagent_memory_retention_settings.singleton is 'Always true: there is one row.';
comment on column popagent_memory_retention_settings.episode_days is 'An episode that was said longer ago than this is removed.';
comment on column popagent_memory_retention_settings.episodes_kept is 'Of the episodes that are left only so many, the newest ones, are kept. 0 keeps none.';
comment on column popagent_memory_retention_settings.revision is 'Rises by one with each change.';
comment on column popagent_memory_retention_settings.updated_at is 'When the row last changed.';

insert into popagent_memory_retention_settings (singleton, episode_days, episodes_kept, revision, updated_at)
select true, 90, 5000, 1, public.clock()
where not exists (select from popagent_data_migrations where id = 'memory-retention-settings-1');

insert into popagent_data_migrations (id)
values ('memory-retention-settings-1')
on conflict do nothing;

create index popagent_memories_time_idx on popagent_memories (resource_id, created_at) include (kind, superseded_at);
