-- Locks a session's row unless somebody else holds it; false when somebody does. What does not exist needs no lock.
-- For background work that takes many sessions in one transaction: it never waits, so it is never part of a deadlock.
create function session.try_lock(p_id text)
returns boolean
language sql
as $$
with locked as (
    select s.id
    from public.popagent_sessions s
    where s.id = p_id
    for no key update skip locked
)
select exists (select from locked)
or not exists (select from public.popagent_sessions s where s.id = p_id)
$$;
