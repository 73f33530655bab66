-- Lets one writer of facts at a time into a resource, until its transaction ends.
-- Facts are few and a write takes a millisecond; with a single lock, taken first, they cannot deadlock.
create function memory.lock_facts(p_resource_id text)
returns void
language sql
as $$
select pg_advisory_xact_lock(hashtextextended('memory.facts ' || p_resource_id, 0))
$$;
