-- What an owner asks of the work in the background.

create view job.chores as
select c.name, c.started_at, c.finished_at, c.result
from public.popagent_chores c;

comment on view job.chores is 'Maintenance: when each chore last ran and what it did.';

create view job.waiting as
select q.entrypoint, q.status, count(*) as job_count, min(q.created) as oldest_at
from public.pgqueuer q
group by q.entrypoint, q.status;

comment on view job.waiting is 'Jobs that wait or run, by what they do.';
