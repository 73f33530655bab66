-- The schedules with what became of their last due time: those that are due next first, or one by its id.
create function task.schedules(p_id uuid default null)
returns table (
    id uuid,
    workspace_id text,
    title text,
    prompt text,
    cron text,
    zone text,
    enabled boolean,
    missed text,
    grace_seconds integer,
    overlap boolean,
    next_run_at timestamptz,
    last_due_at timestamptz,
    last_outcome text,
    revision bigint,
    created_at timestamptz,
    updated_at timestamptz
)
language sql stable
as $$
select
    s.id, s.workspace_id, s.title, s.prompt, s.cron, s.zone, s.enabled, s.missed, s.grace_seconds, s.overlap, s.next_run_at,
    r.due_at, r.outcome, s.revision, s.created_at, s.updated_at
from public.popagent_agent_schedules s
left join lateral (
    select l.due_at, l.outcome
    from public.popagent_schedule_runs l
    where l.schedule_id = s.id
    order by l.due_at desc
    limit 1
) r on true
where p_id is null or s.id = p_id
order by s.next_run_at nulls last, s.title, s.id
$$;
