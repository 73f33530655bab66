-- The earlier values of a fact, newest first: what took whose place, back to the first.
create function memory.earlier(p_resource_id text, p_id uuid)
returns table (id uuid, content text, created_at timestamptz, superseded_at timestamptz)
language sql stable
as $$
with recursive line as (
    select m.id, m.content, m.created_at, m.superseded_at
    from public.popagent_memories m
    where m.resource_id = p_resource_id
    and m.superseded_by = p_id
    union
    select m.id, m.content, m.created_at, m.superseded_at
    from line l
    join public.popagent_memories m on m.superseded_by = l.id and m.resource_id = p_resource_id
)
select l.id, l.content, l.created_at, l.superseded_at
from line l
order by l.superseded_at desc
$$;
