-- Whether it is stored that an execution read a skill, as an export describes it.
create function execution.has_activation(p_described jsonb)
returns boolean
language sql stable
as $$
select exists (
    select
    from public.popagent_skill_activations a
    where a.execution_id = (p_described ->> 'execution_id')::uuid
    and a.skill_id = p_described ->> 'skill_id'
    and a.name = p_described ->> 'name'
    and a.revision = (p_described ->> 'revision')::bigint
    and a.activated_at = (p_described ->> 'activated_at')::timestamptz
)
$$;
