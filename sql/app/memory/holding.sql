-- The memories that hold a term: each with how often it occurs in how long a text, and how many they are. Inlined
-- into its caller's plan, as is memory.held().
create function memory.holding(p_resource_id text, p_term text)
returns table (seq bigint, talk bigint, frequency integer, length integer, memories bigint)
language sql stable
as $$
select p.seq, p.talk, p.frequency, p.length, count(*) over ()
from public.popagent_memory_postings p
where p.resource_id = p_resource_id
and p.term = p_term
$$;
