-- Puts a job into pgqueuer's table and log, as the library's own enqueue does; returns its id, or null when
-- a job with this key waits or runs already. With the library it is the only writer of these tables.
create function job.enqueue(p_entrypoint text, p_dedupe_key text default null, p_payload bytea default null)
returns bigint
language sql
as $$
with queued as (
    insert into public.pgqueuer (priority, status, entrypoint, dedupe_key, payload, headers)
    values (0, 'queued', p_entrypoint, p_dedupe_key, p_payload, 'null')
    on conflict (dedupe_key) where status in ('queued', 'picked') and dedupe_key is not null do nothing
    returning id, entrypoint, priority
),
logged as (
    insert into public.pgqueuer_log (job_id, status, entrypoint, priority)
    select q.id, 'queued', q.entrypoint, q.priority
    from queued q
)
select q.id
from queued q
$$;
