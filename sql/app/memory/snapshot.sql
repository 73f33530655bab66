-- A memory with its history as rows that memory.restore() takes back; for undoing a deletion.
create function memory.snapshot(p_resource_id text, p_id uuid)
returns jsonb
language sql stable
as $$
with line as (
    select e.id from memory.earlier(p_resource_id, p_id) e
    union all
    select p_id
)
select coalesce(jsonb_agg(memory.described(m) order by m.seq), '[]')
from line l
join public.popagent_memories m on m.id = l.id and m.resource_id = p_resource_id
$$;
