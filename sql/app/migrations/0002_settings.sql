-- Settings singletons. Their columns have no defaults on purpose: the seed writes the row once,
-- and a missing row is a configuration error rather than a reason to guess.

create table popagent_agent_runtime_settings (
    singleton boolean primary key constraint there_is_one_row check (singleton),
    default_model text not null,
    supervisor_max_steps integer not null constraint supervisor_max_steps_is_in_range check (supervisor_max_steps between 1 and 200),
    specialist_max_steps integer not null constraint specialist_max_steps_is_in_range check (specialist_max_steps between 1 and 200),
    tool_call_concurrency integer not null constraint tool_call_concurrency_is_in_range check (tool_call_concurrency between 1 and 32),
    processor_retries integer not null constraint processor_retries_is_in_range check (processor_retries between 0 and 10),
    final_response_feedback text not null constraint final_response_feedback_fits check (char_length(final_response_feedback) between 1 and 4000),
    delegation_context_messages integer not null constraint delegation_context_messages_is_in_range check (delegation_context_messages between 0 and 200),
    delegation_context_characters integer not null constraint delegation_context_characters_is_in_range check (delegation_context_characters between 0 and 1000000),
    delegation_result_characters integer not null constraint delegation_result_characters_is_in_range check (delegation_result_characters between 200 and 1000000),
    delegation_failure_text text not null constraint delegation_failure_text_fits check (char_length(delegation_failure_text) between 1 and 4000),
    delegation_truncation_text text not null constraint delegation_truncation_text_fits check (char_length(delegation_truncation_text) between 1 and 400),
    background_concurrency integer not null constraint background_concurrency_is_in_range check (background_concurrency between 1 and 64),
    background_polling_ms integer not null constraint background_polling_ms_is_in_range check (background_polling_ms between 250 and 600000),
    background_timeout_seconds integer not null constraint background_timeout_seconds_is_in_range check (background_timeout_seconds between 10 and 86400),
    background_stale_after_seconds integer not null constraint background_stale_after_seconds_is_in_range check (background_stale_after_seconds between 10 and 604800),
    revision bigint not null,
    updated_at timestamptz not null
);

comment on table popagent_agent_runtime_settings is 'How executions run: one row, read as a snapshot when an execution starts.';
comment on column popagent_agent_runtime_settings.singleton is 'Always true: there is one row.';
comment on column popagent_agent_runtime_settings.default_model is 'Model of an execution that names none; empty means the first chat model of the gateway.';
comment on column popagent_agent_runtime_settings.supervisor_max_steps is 'Most model calls of one execution of the supervisor; the last one is offered no tools.';
comment on column popagent_agent_runtime_settings.specialist_max_steps is 'Most model calls of one delegation.';
comment on column popagent_agent_runtime_settings.tool_call_concurrency is 'Most tool calls of one step that run at the same time.';
comment on column popagent_agent_runtime_settings.processor_retries is 'How often an execution that would end without an answer is tried again.';
comment on column popagent_agent_runtime_settings.final_response_feedback is 'What the model is told before such another try.';
comment on column popagent_agent_runtime_settings.delegation_context_messages is 'Most messages of the conversation that a specialist is given; 0 gives the prompt alone.';
comment on column popagent_agent_runtime_settings.delegation_context_characters is 'Most characters of that context.';
comment on column popagent_agent_runtime_settings.delegation_result_characters is 'Most characters of a specialist''s answer that the supervisor is given.';
comment on column popagent_agent_runtime_settings.delegation_failure_text is 'What the supervisor is told when a delegation fails.';
comment on column popagent_agent_runtime_settings.delegation_truncation_text is 'What marks a cut in a specialist''s answer.';
comment on column popagent_agent_runtime_settings.background_concurrency is 'Most background tasks that run at the same time, over all workers.';
comment on column popagent_agent_runtime_settings.background_polling_ms is 'Milliseconds between looks for due work that no notification announced.';
comment on column popagent_agent_runtime_settings.background_timeout_seconds is 'Seconds after which a background task is aborted; captured when it starts.';
comment on column popagent_agent_runtime_settings.background_stale_after_seconds is 'Seconds since its start after which an interrupted task fails instead of being queued again.';
comment on column popagent_agent_runtime_settings.revision is 'Rises by one with each change.';
comment on column popagent_agent_runtime_settings.updated_at is 'When the row last changed.';
