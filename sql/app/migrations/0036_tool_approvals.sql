-- Tool approvals: a turn waits until its owner has decided whether a tool may run. Nobody runs it meanwhile.

create table popagent_tool_approvals (
    id text primary key default replace(gen_random_uuid()::text, '-', '') constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    execution_id uuid not null references popagent_executions (id) on delete cascade,
    thread_id text not null references popagent_threads (id) on delete cascade,
    tool_call_id text not null,
    tool text not null constraint tool_is_not_empty check (tool <> ''),
    input jsonb not null constraint input_is_an_object check (jsonb_typeof(input) = 'object'),
    decision text constraint decision_is_known check (decision in ('approved', 'denied')),
    scope text constraint scope_is_known check (scope in ('once', 'session')),
    asked_at timestamptz not null default public.clock(),
    decided_at timestamptz,
    constraint a_call_is_asked_about_once unique (execution_id, tool_call_id),
    constraint decisions_have_a_scope check ((decision is null) = (scope is null)),
    constraint decisions_say_when check ((decision is null) = (decided_at is null))
);

create unique index popagent_tool_approvals_one_question_idx
on popagent_tool_approvals (execution_id)
where decision is null;

create index popagent_tool_approvals_thread_id_idx on popagent_tool_approvals (thread_id, tool, decided_at);

comment on table popagent_tool_approvals is 'Calls of tools that their owner was asked about, and what was decided.';
comment on column popagent_tool_approvals.id is 'Id.';
comment on column popagent_tool_approvals.execution_id is 'Execution that waits, or waited.';
comment on column popagent_tool_approvals.thread_id is 'Session in which it is asked; a decision for the session holds there.';
comment on column popagent_tool_approvals.tool_call_id is 'Call that it is about.';
comment on column popagent_tool_approvals.tool is 'Tool that was called.';
comment on column popagent_tool_approvals.input is 'What the tool was called with.';
comment on column popagent_tool_approvals.decision is 'approved or denied; null while it is asked, and for ever when the turn ended first.';
comment on column popagent_tool_approvals.scope is 'once: this call alone; session: every later call of the tool in this session too.';
comment on column popagent_tool_approvals.asked_at is 'When it was asked.';
comment on column popagent_tool_approvals.decided_at is 'When it was decided.';

alter table popagent_executions
    drop constraint state_is_known,
    drop constraint ended_executions_say_when,
    drop constraint ended_executions_say_why,
    add constraint state_is_known
        check (state in ('running', 'stopping', 'waiting', 'completed', 'failed', 'stopped', 'interrupted')),
    add constraint ended_executions_say_when check ((state in ('running', 'stopping', 'waiting')) = (finished_at is null)),
    add constraint ended_executions_say_why check ((state in ('running', 'stopping', 'waiting')) = (end_reason is null));

drop index popagent_executions_one_active_idx;

create unique index popagent_executions_one_active_idx
on popagent_executions (thread_id)
where state in ('running', 'stopping', 'waiting');

create index popagent_executions_waiting_idx
on popagent_executions (started_at)
where state = 'waiting';

comment on column popagent_executions.state is
    'running, stopping (a stop was asked for), waiting (for its owner''s decision; no process has it), then completed, failed, stopped or interrupted.';
comment on column popagent_executions.owner is 'Process that runs it, or ran it last.';
