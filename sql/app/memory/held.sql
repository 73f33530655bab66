-- How often a term occurs in one memory of how many terms; no row when it does not. Looked up memory by memory,
-- whatever the planner believes about the number of them.
create function memory.held(p_resource_id text, p_term text, p_seq bigint)
returns table (frequency integer, length integer)
language sql stable
as $$
select p.frequency, p.length
from public.popagent_memory_postings p
where p.resource_id = p_resource_id
and p.term = p_term
and p.seq = p_seq
offset 0
$$;
