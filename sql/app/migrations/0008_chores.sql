-- Maintenance that runs by itself: when each chore last ran, and what came of it.

create table popagent_chores (
    name text primary key,
    started_at timestamptz not null,
    finished_at timestamptz,
    result jsonb
);

comment on table popagent_chores is 'Maintenance that runs by itself, once in its period over all processes.';
comment on column popagent_chores.name is 'Name of the chore.';
comment on column popagent_chores.started_at is 'When it was last begun.';
comment on column popagent_chores.finished_at is 'When that run ended; null while it runs or when its process died.';
comment on column popagent_chores.result is 'What it did.';
