-- Hooks: commands and addresses of their owner's that are asked or told at fixed points of an execution, and the audit
-- of their runs. A message that waits in a queue has the id of its turn already: hooks were told it.

create table popagent_hooks (
    id uuid primary key default gen_random_uuid(),
    event text not null constraint event_is_known check (event in (
        'SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart',
        'SubagentStop', 'PreCompact', 'Stop', 'TaskStart', 'TaskStop'
    )),
    matcher text not null default ''
        constraint matcher_lists_names check (matcher ~ '^(([A-Za-z0-9_-]+\*?|\*)(,([A-Za-z0-9_-]+\*?|\*))*)?$')
        constraint matcher_fits check (char_length(matcher) <= 1000),
    kind text not null constraint kind_is_known check (kind in ('command', 'http')),
    argv text[] not null default '{}',
    url text constraint url_fits check (char_length(url) <= 2000),
    allow_loopback boolean not null default false,
    secret_names text[] not null default '{}' constraint secret_names_are_few check (cardinality(secret_names) <= 20),
    timeout_ms integer not null constraint timeout_is_in_range check (timeout_ms between 100 and 60000),
    on_failure text not null constraint on_failure_is_known check (on_failure in ('block', 'continue')),
    position integer not null constraint position_is_positive check (position > 0),
    enabled boolean not null default true,
    revision bigint not null default 1 constraint revision_is_positive check (revision > 0),
    created_at timestamptz not null default public.clock(),
    updated_at timestamptz not null default public.clock(),
    constraint commands_have_a_program check ((kind = 'command') = (cardinality(argv) > 0)),
    constraint http_hooks_have_an_address check ((kind = 'http') = (url is not null)),
    constraint http_hooks_are_signed check (kind <> 'http' or cardinality(secret_names) = 1),
    constraint http_hooks_alone_reach_this_machine check (kind = 'http' or not allow_loopback)
);

comment on table popagent_hooks is 'Commands and addresses that are asked or told at fixed points of an execution.';
comment on column popagent_hooks.id is 'Id.';
comment on column popagent_hooks.event is 'Point at which it runs.';
comment on column popagent_hooks.matcher is 'Names of tools, agents or kinds that it is for, separated by commas; one may end with *. Empty: all.';
comment on column popagent_hooks.kind is 'command: a program in the sandbox; http: a signed POST.';
comment on column popagent_hooks.argv is 'Absolute path of the program, and its arguments; no shell reads them.';
comment on column popagent_hooks.url is 'Address that is posted to.';
comment on column popagent_hooks.allow_loopback is 'Whether the address may be one of this machine, over plain http too.';
comment on column popagent_hooks.secret_names is 'Secrets that the command is given; of an http hook the one that signs.';
comment on column popagent_hooks.timeout_ms is 'Milliseconds that it may take.';
comment on column popagent_hooks.on_failure is 'block: what it cannot decide does not happen; continue: it happens all the same.';
comment on column popagent_hooks.position is 'Place among the hooks of its event.';
comment on column popagent_hooks.enabled is 'Whether it runs.';
comment on column popagent_hooks.revision is 'Counts changes; runs say which one ran.';
comment on column popagent_hooks.created_at is 'When it was made.';
comment on column popagent_hooks.updated_at is 'When it was changed last.';

create table popagent_hook_runs (
    id bigint primary key generated always as identity,
    event_id uuid not null,
    attempt integer not null constraint attempt_is_positive check (attempt > 0),
    session_id text,
    turn_id uuid,
    task_id uuid,
    hook_id uuid not null,
    hook_revision bigint not null,
    event text not null,
    tool_name text,
    tool_call_id text,
    agent_id text,
    started_at timestamptz not null,
    duration_ms integer not null constraint duration_is_not_negative check (duration_ms >= 0),
    outcome text not null constraint outcome_is_known
        check (outcome in ('ok', 'blocked', 'modified', 'failed', 'timed_out', 'too_large', 'skipped')),
    exit_code integer,
    http_status integer,
    bytes_in bigint not null,
    bytes_out bigint not null,
    constraint an_attempt_is_one_run unique (event_id, hook_id, attempt)
);

create index popagent_hook_runs_session_id_idx on popagent_hook_runs (session_id, id) where session_id is not null;

create index popagent_hook_runs_task_id_idx on popagent_hook_runs (task_id, id) where task_id is not null;

create index popagent_hook_runs_turn_id_idx on popagent_hook_runs (turn_id, id) where turn_id is not null;

create index popagent_hook_runs_hook_id_idx on popagent_hook_runs (hook_id, id);

comment on table popagent_hook_runs is 'Every run of a hook, in order; nothing of what it was given or said. Rows are added and never changed.';
comment on column popagent_hook_runs.id is 'Order.';
comment on column popagent_hook_runs.event_id is 'What happened, the same when it is told again.';
comment on column popagent_hook_runs.attempt is 'How often the hook was told this event: a crash may repeat it.';
comment on column popagent_hook_runs.session_id is 'Session, or thread of the task.';
comment on column popagent_hook_runs.turn_id is 'Turn or run of a task; those of specialists name that of their supervisor.';
comment on column popagent_hook_runs.task_id is 'Background task.';
comment on column popagent_hook_runs.hook_id is 'Hook that ran; it may be gone by now.';
comment on column popagent_hook_runs.hook_revision is 'Revision of it that ran.';
comment on column popagent_hook_runs.event is 'Point at which it ran.';
comment on column popagent_hook_runs.tool_name is 'Tool that was used.';
comment on column popagent_hook_runs.tool_call_id is 'Call of the tool.';
comment on column popagent_hook_runs.agent_id is 'Agent that it was about.';
comment on column popagent_hook_runs.started_at is 'When it started.';
comment on column popagent_hook_runs.duration_ms is 'Milliseconds that it took.';
comment on column popagent_hook_runs.outcome is 'ok, blocked, modified (it changed the input), failed, timed_out, too_large (its output), or skipped (one before it had blocked).';
comment on column popagent_hook_runs.exit_code is 'Exit code of a command.';
comment on column popagent_hook_runs.http_status is 'Status of an answer.';
comment on column popagent_hook_runs.bytes_in is 'Bytes that it was given.';
comment on column popagent_hook_runs.bytes_out is 'Bytes that it said.';

comment on column popagent_executions.end_reason is
    'Why it ended: final, step_limit, length, content_filter, empty, stopped, error, hook (one ended it), timeout, interrupted.';

alter table popagent_queued_messages add column turn_id uuid not null default gen_random_uuid();

comment on column popagent_queued_messages.turn_id is 'Turn that it will begin.';
