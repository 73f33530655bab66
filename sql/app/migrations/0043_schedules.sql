-- Schedules: tasks that are made when they are due, and what became of each due time.

create table popagent_agent_schedules (
    id uuid primary key default gen_random_uuid(),
    workspace_id text not null references popagent_agent_workspaces (id),
    title text not null constraint title_fits check (char_length(title) between 1 and 200),
    prompt text not null constraint prompt_fits check (char_length(prompt) between 1 and 100000),
    cron text not null constraint cron_fits check (char_length(cron) between 1 and 256),
    zone text not null constraint zone_is_not_empty check (zone <> ''),
    enabled boolean not null default true,
    missed text not null default 'run_once' constraint missed_is_known check (missed in ('skip', 'run_once')),
    grace_seconds integer not null default 3600 constraint grace_is_in_range check (grace_seconds between 60 and 604800),
    overlap boolean not null default false,
    next_run_at timestamptz,
    revision bigint not null default 1 constraint revision_is_positive check (revision > 0),
    created_at timestamptz not null default public.clock(),
    updated_at timestamptz not null default public.clock(),
    constraint what_is_off_is_not_due check (enabled or next_run_at is null)
);

create index popagent_agent_schedules_next_run_at_idx
on popagent_agent_schedules (next_run_at)
where next_run_at is not null;

create index popagent_agent_schedules_workspace_id_idx on popagent_agent_schedules (workspace_id);

comment on table popagent_agent_schedules is 'What is to be done again and again, and when.';
comment on column popagent_agent_schedules.id is 'Id.';
comment on column popagent_agent_schedules.workspace_id is 'Repository that its tasks work in.';
comment on column popagent_agent_schedules.title is 'Title on the pages, and of its tasks.';
comment on column popagent_agent_schedules.prompt is 'What is to be done, as the agent is told.';
comment on column popagent_agent_schedules.cron is 'Cron expression: minute, hour, day, month, weekday.';
comment on column popagent_agent_schedules.zone is 'Time zone in which it is read: that of the host that last saved it.';
comment on column popagent_agent_schedules.enabled is 'Whether it runs.';
comment on column popagent_agent_schedules.missed is 'When nobody was there at a due time. skip: it is left out; run_once: it is made up for, once, within the grace time.';
comment on column popagent_agent_schedules.grace_seconds is 'Seconds after which a missed run is not made up for any more.';
comment on column popagent_agent_schedules.overlap is 'Whether a run may begin while another one of it waits or runs.';
comment on column popagent_agent_schedules.next_run_at is 'When it is due next; null when it is off or never due again.';
comment on column popagent_agent_schedules.revision is 'Counts changes; whoever saves names the one that was seen.';
comment on column popagent_agent_schedules.created_at is 'When it was made.';
comment on column popagent_agent_schedules.updated_at is 'When it was changed last.';

create table popagent_schedule_runs (
    schedule_id uuid not null references popagent_agent_schedules (id) on delete cascade,
    due_at timestamptz not null,
    outcome text not null constraint outcome_is_known check (outcome in ('on_time', 'late', 'missed', 'overlap', 'held')),
    task_id uuid references popagent_agent_tasks (id),
    decided_at timestamptz not null default public.clock(),
    primary key (schedule_id, due_at),
    constraint runs_that_began_name_their_task check ((outcome in ('on_time', 'late')) = (task_id is not null))
);

comment on table popagent_schedule_runs is 'What became of each time at which a schedule was due.';
comment on column popagent_schedule_runs.schedule_id is 'Schedule.';
comment on column popagent_schedule_runs.due_at is 'When it was due; the first of those that passed while nobody was there stands for all of them.';
comment on column popagent_schedule_runs.outcome is 'on_time, late (made up for), missed (left out), overlap (one was still at work), held (ten were).';
comment on column popagent_schedule_runs.task_id is 'Task that was made.';
comment on column popagent_schedule_runs.decided_at is 'When that was decided.';
