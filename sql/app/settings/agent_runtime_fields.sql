-- The runtime settings one by one, in their order: the range of each, what it was seeded with, what it means.
-- A range counts characters where the value is a text. The table's constraints hold the same ranges.
create function settings.agent_runtime_fields()
returns table (name text, is_text boolean, lowest integer, highest integer, seed text, meaning text)
language sql stable
as $$
select
    f.name,
    jsonb_typeof(s.seed -> f.name) = 'string',
    f.lowest,
    f.highest,
    s.seed ->> f.name,
    col_description(a.attrelid, a.attnum)
from (values
    ('default_model', 0, 200),
    ('supervisor_max_steps', 1, 200),
    ('specialist_max_steps', 1, 200),
    ('tool_call_concurrency', 1, 32),
    ('processor_retries', 0, 10),
    ('final_response_feedback', 1, 4000),
    ('delegation_context_messages', 0, 200),
    ('delegation_context_characters', 0, 1000000),
    ('delegation_result_characters', 200, 1000000),
    ('delegation_failure_text', 1, 4000),
    ('delegation_truncation_text', 1, 400),
    ('background_concurrency', 1, 64),
    ('background_polling_ms', 250, 600000),
    ('background_timeout_seconds', 10, 86400),
    ('background_stale_after_seconds', 10, 604800)
) f (name, lowest, highest)
cross join settings.agent_runtime_seed() s (seed)
join pg_attribute a on a.attrelid = 'public.popagent_agent_runtime_settings'::regclass and a.attname = f.name
order by a.attnum
$$;
