-- Deletes the attachments that nobody sent within a day, and returns how many went.
create function thread.sweep_attachments()
returns integer
language sql
as $$
with gone as (
    delete from public.popagent_attachments a
    where a.thread_id is null
    and a.created_at < public.clock() - interval '1 day'
    returning a.id
)
select count(*)::integer from gone
$$;
