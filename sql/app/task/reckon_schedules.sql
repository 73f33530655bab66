-- Reckons anew when schedules are due that are not due yet: the rules of time zones change with PostgreSQL's releases.
-- Returns how many changed.
create function task.reckon_schedules()
returns bigint
language sql
as $$
with changed as (
    update public.popagent_agent_schedules s
    set next_run_at = n.at
    from (
        select o.id, task.next_run(o.cron, o.zone, public.clock()) as at
        from public.popagent_agent_schedules o
        where o.next_run_at > public.clock()
    ) n
    where s.id = n.id
    and s.next_run_at > public.clock()
    and n.at is distinct from s.next_run_at
    returning s.id
)
select count(*) from changed
$$;
