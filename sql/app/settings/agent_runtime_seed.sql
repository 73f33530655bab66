-- What the runtime settings were seeded with: for showing it beside a value, and for going back to it.
-- Nothing runs by these values. A missing row stays missing until its owner restores it.
create function settings.agent_runtime_seed()
returns jsonb
language sql immutable parallel safe
as $$
select jsonb_build_object(
    'default_model', '',
    'supervisor_max_steps', 24,
    'specialist_max_steps', 16,
    'tool_call_concurrency', 4,
    'processor_retries', 2,
    'final_response_feedback',
        'The last reply held no answer for the user. Write it now: say what was done, what was found and what is '
        'still open. Use what you already know and call no further tool.',
    'delegation_context_messages', 12,
    'delegation_context_characters', 24000,
    'delegation_result_characters', 12000,
    'delegation_failure_text',
        'The specialist could not finish this part. Go on without it, try a smaller request, or tell the user '
        'what is missing.',
    'delegation_truncation_text', '[The specialist''s answer was longer and is cut here.]',
    'background_concurrency', 2,
    'background_polling_ms', 2000,
    'background_timeout_seconds', 1800,
    'background_stale_after_seconds', 3600
)
$$;
