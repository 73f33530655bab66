-- A page of which execution read which skill as an export holds it, in the order of the executions: each once,
-- for their numbers mean nothing.
create function execution.export_skill_activations(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select
    jsonb_build_array(a.execution_id, a.activated_at, a.skill_id, a.revision),
    to_jsonb(a) || jsonb_build_object('thread_id', e.thread_id)
from (
    select distinct s.execution_id, s.skill_id, s.name, s.revision, s.activated_at
    from public.popagent_skill_activations s
    where p_after is null or s.execution_id >= (p_after ->> 0)::uuid
) a
join public.popagent_executions e on e.id = a.execution_id
where p_after is null
or (a.execution_id, a.activated_at, a.skill_id collate "C", a.revision)
    > ((p_after ->> 0)::uuid, (p_after ->> 1)::timestamptz, p_after ->> 2, (p_after ->> 3)::bigint)
order by a.execution_id, a.activated_at, a.skill_id collate "C", a.revision
limit p_limit
$$;
