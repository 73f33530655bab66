-- How many tokens the model was given for the newest answer of a thread that tells it; null while none does.
create function execution.input_tokens(p_thread_id text)
returns bigint
language sql stable
as $$
select (m.metadata #>> '{custom,usage,inputTokens}')::bigint
from public.popagent_messages m
where m.thread_id = p_thread_id
and m.role = 'assistant'
and m.shown
and m.metadata #>> '{custom,usage,inputTokens}' ~ '^[1-9][0-9]{0,14}$'
order by m.position desc
limit 1
$$;
