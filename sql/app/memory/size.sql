-- How large a resource is: its current memories, and how many terms a usual one of them has.
create function memory.size(p_resource_id text)
returns table (memories double precision, usual double precision)
language sql stable
as $$
select greatest(sum(t.memory_count), 1)::float8, greatest(sum(t.term_count) / greatest(sum(t.memory_count), 1), 1)::float8
from public.popagent_memory_totals t
where t.resource_id = p_resource_id
$$;
