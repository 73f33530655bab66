-- The messages of a thread before a position, newest part first cut, oldest first shown, with how their execution stands
-- and how many memories it was given. Of an answer's versions it is the one shown, with the ids of all of them.
create function execution.transcript(p_thread_id text, p_before bigint default null, p_limit integer default 100)
returns table (
    id text,
    role text,
    parts jsonb,
    metadata jsonb,
    "position" bigint,
    created_at timestamptz,
    execution_id uuid,
    state text,
    end_reason text,
    error text,
    memory_count integer,
    question_id text,
    versions text[]
)
language sql stable
as $$
select m.id, m.role, m.parts, m.metadata, m.position, m.created_at, m.execution_id, e.state, e.end_reason, e.error,
    coalesce(cardinality(e.memory_ids), 0), m.question_id, thread.versions(p_thread_id, m.question_id)
from (
    select n.id, n.role, n.parts, n.metadata, n.position, n.created_at, n.execution_id, n.question_id
    from public.popagent_messages n
    where n.thread_id = p_thread_id
    and n.shown
    and (p_before is null or n.position < p_before)
    order by n.position desc
    limit least(greatest(p_limit, 1), 5000)
) m
left join public.popagent_executions e on e.id = m.execution_id
order by m.position
$$;
