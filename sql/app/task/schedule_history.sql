-- What became of the due times of a schedule, newest first, with the runs by hand among them: each with its task and how
-- that stands. Without a due time it was run by hand.
create function task.schedule_history(p_id uuid, p_limit integer default 50)
returns table (at timestamptz, due_at timestamptz, outcome text, task_id uuid, state text, error text, finished_at timestamptz)
language sql stable
as $$
select h.at, h.due_at, h.outcome, h.task_id, t.state, t.error, t.finished_at
from (
    select r.due_at as at, r.due_at, r.outcome, r.task_id
    from public.popagent_schedule_runs r
    where r.schedule_id = p_id
    union all
    select m.created_at, null, 'by_hand', m.id
    from public.popagent_agent_tasks m
    where m.schedule_id = p_id
    and m.due_at is null
) h
left join public.popagent_agent_tasks t on t.id = h.task_id
order by h.at desc, h.task_id
limit p_limit
$$;
