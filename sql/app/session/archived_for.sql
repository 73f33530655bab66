-- Sessions that have been archived for so many days and in which nothing runs or waits, each with its revision as the mark
-- by which a change is noticed; none without a number.
create function session.archived_for(p_days integer)
returns table (id text, mark bigint)
language sql stable
as $$
select s.id, s.revision
from public.popagent_sessions s
where s.archived_at <= public.clock() - make_interval(days => p_days)
and not exists (
    select
    from public.popagent_executions e
    where e.thread_id = s.id
    and e.finished_at is null
)
$$;
