-- Seeds the runtime settings once, together with their mark.

insert into popagent_agent_runtime_settings (
    singleton,
    default_model,
    supervisor_max_steps,
    specialist_max_steps,
    tool_call_concurrency,
    processor_retries,
    final_response_feedback,
    delegation_context_messages,
    delegation_context_characters,
    delegation_result_characters,
    delegation_failure_text,
    delegation_truncation_text,
    background_concurrency,
    background_polling_ms,
    background_timeout_seconds,
    background_stale_after_seconds,
    revision,
    updated_at
)
select
    true,
    '',
    24,
    16,
    4,
    2,
    'The last reply held no answer for the user. Write it now: say what was done, what was found and what is still open. Use what you already know and call no further tool.',
    12,
    24000,
    12000,
    'The specialist could not finish this part. Go on without it, try a smaller request, or tell the user what is missing.',
    '[The specialist''s answer was longer and is cut here.]',
    2,
    2000,
    1800,
    3600,
    1,
    public.clock()
where not exists (select from popagent_data_migrations where id = 'agent-runtime-settings-1');

insert into popagent_data_migrations (id)
values ('agent-runtime-settings-1')
on conflict do nothing;
