-- The central table: one row for each run of the engine, whatever asked for it.

create table popagent_executions (
    id uuid primary key default gen_random_uuid(),
    kind text not null constraint kind_is_known check (kind in ('turn', 'task', 'delegation')),
    thread_id text not null references popagent_threads (id) on delete cascade,
    parent_id uuid references popagent_executions (id) on delete cascade,
    agent_id text not null references popagent_agents (id),
    state text not null constraint state_is_known check (state in ('running', 'stopping', 'completed', 'failed', 'stopped', 'interrupted')),
    end_reason text,
    error text,
    settings jsonb not null constraint settings_are_an_object check (jsonb_typeof(settings) = 'object'),
    model text not null constraint model_is_not_empty check (model <> ''),
    attempt integer not null default 1 constraint attempt_is_positive check (attempt > 0),
    owner text not null,
    lease_expires_at timestamptz,
    trace_id text not null default replace(gen_random_uuid()::text, '-', '') constraint trace_id_is_valid check (trace_id ~ '^[0-9a-f]{32}$'),
    question_id text not null,
    answer_id text not null default replace(gen_random_uuid()::text, '-', ''),
    usage jsonb not null default '{}' constraint usage_is_an_object check (jsonb_typeof(usage) = 'object'),
    memory_ids uuid[] not null default '{}',
    started_at timestamptz not null default public.clock(),
    finished_at timestamptz,
    constraint delegations_have_a_parent check ((kind = 'delegation') = (parent_id is not null)),
    constraint active_executions_hold_a_lease check ((state in ('running', 'stopping')) = (lease_expires_at is not null)),
    constraint ended_executions_say_when check ((state in ('running', 'stopping')) = (finished_at is null)),
    constraint ended_executions_say_why check ((state in ('running', 'stopping')) = (end_reason is null)),
    constraint failed_executions_carry_an_error check (state <> 'failed' or error is not null)
);

create unique index popagent_executions_one_active_idx
on popagent_executions (thread_id)
where state in ('running', 'stopping');

create index popagent_executions_thread_id_idx on popagent_executions (thread_id, started_at);

create index popagent_executions_lease_idx
on popagent_executions (lease_expires_at)
where state in ('running', 'stopping');

create index popagent_executions_parent_id_idx
on popagent_executions (parent_id)
where parent_id is not null;

comment on table popagent_executions is 'Every turn, task run and delegation: who runs it, on which settings and model, and how it ended.';
comment on column popagent_executions.id is 'Id; of a turn, the turn id.';
comment on column popagent_executions.kind is 'turn, task or delegation.';
comment on column popagent_executions.thread_id is 'Thread that it reads and extends.';
comment on column popagent_executions.parent_id is 'Execution that delegated it.';
comment on column popagent_executions.agent_id is 'Agent that works.';
comment on column popagent_executions.state is 'running, stopping (a stop was asked for), then completed, failed, stopped or interrupted.';
comment on column popagent_executions.end_reason is 'Why it ended: final, step_limit, length, content_filter, stopped, error, interrupted.';
comment on column popagent_executions.error is 'What failed, in words its owner can act on.';
comment on column popagent_executions.settings is 'Runtime settings as they were when it started.';
comment on column popagent_executions.model is 'Model that answers.';
comment on column popagent_executions.attempt is 'Which run of the same work this is.';
comment on column popagent_executions.owner is 'Process that runs it.';
comment on column popagent_executions.lease_expires_at is 'Until when the owner may be trusted to be alive; it renews the lease while it runs.';
comment on column popagent_executions.trace_id is 'Trace id, 32 hexadecimal digits.';
comment on column popagent_executions.question_id is 'Id of the message that asked.';
comment on column popagent_executions.answer_id is 'Id that the answer''s message has or will have.';
comment on column popagent_executions.usage is 'Tokens: inputTokens of the last model call, outputTokens and totalTokens of all of them.';
comment on column popagent_executions.memory_ids is 'Memories that it was given.';
comment on column popagent_executions.started_at is 'When it started.';
comment on column popagent_executions.finished_at is 'When it ended.';

create table popagent_execution_parts (
    execution_id uuid not null references popagent_executions (id) on delete cascade,
    first_n integer not null constraint first_n_is_positive check (first_n > 0),
    parts jsonb not null constraint parts_are_a_list check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) > 0),
    primary key (execution_id, first_n)
);

comment on table popagent_execution_parts is 'The stream of a running execution, append-only: what a late reader still has to see. Swept after the end.';
comment on column popagent_execution_parts.execution_id is 'Execution.';
comment on column popagent_execution_parts.first_n is 'Number of the first part in this row, from 1; the following parts count on.';
comment on column popagent_execution_parts.parts is 'UI-message stream parts in order.';
