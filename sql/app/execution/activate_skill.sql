-- The text of an enabled skill for an execution of its agent; which revision was read is noted.
create function execution.activate_skill(p_execution_id uuid, p_name text)
returns text
language sql
as $$
with skill as materialized (
    select s.id, s.name, s.body, s.reference_files, s.revision
    from public.popagent_executions e
    cross join lateral agent.enabled_skill(e.agent_id, p_name) s
    where e.id = p_execution_id
),
noted as (
    insert into public.popagent_skill_activations (execution_id, skill_id, name, revision)
    select p_execution_id, s.id, s.name, s.revision
    from skill s
)
select agent.skill_text(s.name, s.body, s.reference_files)
from skill s
$$;
