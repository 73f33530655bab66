-- Puts a task's job into the queue, unless it has one that waits or runs already; returns the job or null.
create function task.enqueue(p_id uuid)
returns bigint
language sql
as $$
select job.enqueue('task', 'task:' || p_id, convert_to(p_id::text, 'UTF8'))
$$;
