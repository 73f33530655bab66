-- Chat threads that no session shows, each with its last position as the mark by which a change is noticed.
create function session.orphans()
returns table (id text, mark bigint)
language sql stable
as $$
select
    t.id,
    coalesce((select max(m.position) from public.popagent_messages m where m.thread_id = t.id), 0)
from public.popagent_threads t
where t.kind = 'chat'
and not exists (select from public.popagent_sessions s where s.id = t.id)
$$;
