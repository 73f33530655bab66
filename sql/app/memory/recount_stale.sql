-- Recounts every vocabulary whose resource grew or shrank by a tenth since the last time, or never had
-- one; returns the resources recounted. For the background, as often as one likes.
create function memory.recount_stale()
returns table (resource_id text, term_count bigint)
language sql
as $$
select s.resource_id, memory.recount_vocabulary(s.resource_id)
from (
    select t.resource_id
    from public.popagent_memory_totals t
    left join public.popagent_memory_recounts r using (resource_id)
    group by t.resource_id, r.memory_count
    having r.memory_count is null
    or abs(sum(t.memory_count) - r.memory_count) > 0.1 * r.memory_count
) s
$$;
