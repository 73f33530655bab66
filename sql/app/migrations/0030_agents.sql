-- Agents in an order, tools that are asked about before they run, and settings that say what they are for.

alter table popagent_agents add column position integer;

update popagent_agents
set position = coalesce(array_position(array['popagent', 'researcher', 'implementer', 'reviewer'], id), 5);

alter table popagent_agents alter column position set not null;

comment on column popagent_agents.position is 'Place in the lists: the supervisor first, its specialists in the order of their work.';
comment on column popagent_agents.tools is
    'Registry keys of the tools it is given; one that popagent does not know is not given, and shown as an error.';

create table popagent_tool_policies (
    tool text primary key constraint tool_is_a_key check (tool ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
    policy text not null constraint policy_is_known check (policy in ('always', 'ask', 'never')),
    updated_at timestamptz not null
);

comment on table popagent_tool_policies is
    'What the owner decided about tools, for all agents alike. A tool without a row runs whenever an agent calls it.';
comment on column popagent_tool_policies.tool is 'Registry key of the tool.';
comment on column popagent_tool_policies.policy is
    'always: runs when it is called; ask: only after the owner agreed; never: given to no agent.';
comment on column popagent_tool_policies.updated_at is 'When it was last decided.';

alter table popagent_agent_runtime_settings
    add constraint default_model_fits check (char_length(default_model) <= 200);

-- The page of the settings shows these.
comment on column popagent_agent_runtime_settings.default_model is
    'The model that answers when a message or a task names none. Empty means the first chat model that the gateway lists.';
comment on column popagent_agent_runtime_settings.supervisor_max_steps is
    'Most model calls of one answer. The last one is offered no tools, so that it can only answer.';
comment on column popagent_agent_runtime_settings.specialist_max_steps is
    'Most model calls of one delegation to a specialist. The last one is offered no tools.';
comment on column popagent_agent_runtime_settings.tool_call_concurrency is
    'Most tool calls of one step that run at the same time. If one of them may have to wait for you, all run one by one.';
comment on column popagent_agent_runtime_settings.processor_retries is
    'How often work that would end without an answer is sent back to the model, within its step limit.';
comment on column popagent_agent_runtime_settings.final_response_feedback is
    'What the model is told when it is sent back for an answer.';
comment on column popagent_agent_runtime_settings.delegation_context_messages is
    'Most messages of the conversation that a specialist is given before its brief. 0 gives it the brief alone.';
comment on column popagent_agent_runtime_settings.delegation_context_characters is
    'Most characters of those messages together. 0 gives the brief alone.';
comment on column popagent_agent_runtime_settings.delegation_result_characters is
    'Most characters of a specialist''s answer that the supervisor reads. The rest is cut off.';
comment on column popagent_agent_runtime_settings.delegation_failure_text is
    'What the supervisor reads in place of an answer when a delegation fails.';
comment on column popagent_agent_runtime_settings.delegation_truncation_text is
    'What the supervisor reads where a specialist''s answer was cut off.';
comment on column popagent_agent_runtime_settings.background_concurrency is
    'Most background tasks that run at the same time, over all workers together.';
comment on column popagent_agent_runtime_settings.background_polling_ms is
    'How often workers look for due work that no notification announced.';
comment on column popagent_agent_runtime_settings.background_timeout_seconds is
    'How long a background task may take before it is aborted. A task that runs keeps what it started with.';
comment on column popagent_agent_runtime_settings.background_stale_after_seconds is
    'An interrupted task that began longer ago than this fails after a restart. Younger ones are queued again.';
