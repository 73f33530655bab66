-- Background tasks: work that nobody waits for. What runs one is an execution of the kind task, in a thread of its own.

create table popagent_agent_tasks (
    id uuid primary key default gen_random_uuid(),
    workspace_id text not null references popagent_agent_workspaces (id),
    title text not null constraint title_fits check (char_length(title) between 1 and 200),
    prompt text not null constraint prompt_fits check (char_length(prompt) between 1 and 100000),
    origin text not null constraint origin_is_known check (origin in ('manual', 'schedule', 'agent')),
    schedule_id uuid,
    due_at timestamptz,
    state text not null default 'queued'
        constraint state_is_known check (state in ('queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled')),
    error text,
    thread_id text not null unique references popagent_threads (id),
    execution_id uuid references popagent_executions (id),
    attempt integer not null default 0 constraint attempt_is_not_negative check (attempt >= 0),
    recoveries integer not null default 0 constraint recoveries_is_not_negative check (recoveries >= 0),
    timeout_seconds integer constraint timeout_is_positive check (timeout_seconds > 0),
    created_at timestamptz not null default public.clock(),
    started_at timestamptz,
    finished_at timestamptz,
    constraint a_due_time_fires_once unique (schedule_id, due_at),
    constraint scheduled_tasks_name_their_schedule check ((origin = 'schedule') = (schedule_id is not null)),
    constraint active_tasks_have_an_execution
        check (state not in ('running', 'cancelling') or (execution_id is not null and timeout_seconds is not null and started_at is not null)),
    constraint ended_tasks_say_when check ((state in ('completed', 'failed', 'cancelled')) = (finished_at is not null)),
    constraint failed_tasks_say_why check ((state = 'failed') = (error is not null))
);

create index popagent_agent_tasks_created_at_idx on popagent_agent_tasks (created_at desc, id desc);

create index popagent_agent_tasks_state_idx on popagent_agent_tasks (state, created_at desc, id desc);

create index popagent_agent_tasks_execution_id_idx on popagent_agent_tasks (execution_id) where execution_id is not null;

create index popagent_agent_tasks_workspace_id_idx on popagent_agent_tasks (workspace_id);

comment on table popagent_agent_tasks is 'Work in the background, by hand, by a schedule or asked for by the agent: where it stands and how it ended.';
comment on column popagent_agent_tasks.id is 'Id.';
comment on column popagent_agent_tasks.workspace_id is 'Repository that it works in; recovery never changes it.';
comment on column popagent_agent_tasks.title is 'Title on the pages.';
comment on column popagent_agent_tasks.prompt is 'What is to be done, as the agent is told.';
comment on column popagent_agent_tasks.origin is 'manual, schedule or agent: who asked for it.';
comment on column popagent_agent_tasks.schedule_id is 'Schedule that made it; kept when the schedule goes.';
comment on column popagent_agent_tasks.due_at is 'Time that it was due at by its schedule; unique there, so that a due time fires once.';
comment on column popagent_agent_tasks.state is 'queued, running, cancelling (the end was asked for, the work has not let go yet), then completed, failed or cancelled.';
comment on column popagent_agent_tasks.error is 'What failed, in words its owner can act on.';
comment on column popagent_agent_tasks.thread_id is 'Thread with its prompt and answer.';
comment on column popagent_agent_tasks.execution_id is 'Its newest run; only this one can end it.';
comment on column popagent_agent_tasks.attempt is 'How many runs it has had.';
comment on column popagent_agent_tasks.recoveries is 'How often it was queued again because its worker was lost or stopped.';
comment on column popagent_agent_tasks.timeout_seconds is 'Seconds that its run may take, as the settings said when it started.';
comment on column popagent_agent_tasks.created_at is 'When it was made.';
comment on column popagent_agent_tasks.started_at is 'When it first started; recovery measures its age from here.';
comment on column popagent_agent_tasks.finished_at is 'When it ended.';
