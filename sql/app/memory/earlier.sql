-- The earlier values of a fact, newest first: what took whose place, back to the first. `apart` tells those that
-- were facts of their own before they gave way; earlier values of the same fact share its time.
create function memory.earlier(p_resource_id text, p_id uuid)
returns table (id uuid, content text, created_at timestamptz, superseded_at timestamptz, apart boolean)
language sql stable
as $$
with recursive line as (
    select s.id, s.content, s.created_at, s.superseded_at, false as apart
    from public.popagent_memories s
    where s.resource_id = p_resource_id
    and s.id = p_id
    union
    select m.id, m.content, m.created_at, m.superseded_at, m.created_at <> l.created_at
    from line l
    join public.popagent_memories m on m.superseded_by = l.id and m.resource_id = p_resource_id
)
select l.id, l.content, l.created_at, l.superseded_at, l.apart
from line l
where l.id <> p_id
order by l.superseded_at desc
$$;
