-- Wakes the workers as a change of the queue does: a job that is queued again, unlike a new one, tells nobody.
create function job.wake()
returns void
language sql
as $$
select pg_notify('ch_pgqueuer', jsonb_build_object(
    'channel', 'ch_pgqueuer',
    'operation', 'update',
    'sent_at', public.clock(),
    'table', 'pgqueuer',
    'type', 'table_changed_event'
)::text)
$$;
