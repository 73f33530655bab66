-- Locks a session's row until the transaction ends and returns its revision; null when it does not exist.
-- Whoever writes a session, its thread or its executions takes this lock first: one order, no deadlock.
create function session.lock(p_id text)
returns bigint
language sql
as $$
select s.revision
from public.popagent_sessions s
where s.id = p_id
for no key update
$$;
