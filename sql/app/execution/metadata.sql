-- The metadata of an answer: turn, trace, model, and the provider's usage once it is known.
create function execution.metadata(p_execution_id uuid, p_trace_id text, p_model text, p_usage jsonb)
returns jsonb
language sql immutable
as $$
select jsonb_build_object(
    'custom',
    jsonb_build_object('turnId', p_execution_id, 'traceId', p_trace_id, 'model', p_model)
    || case when p_usage = '{}' then '{}' else jsonb_build_object('usage', p_usage) end
)
$$;
