-- The current fact that took the place of an earlier one, over however many steps; null when there is none.
create function memory.successor(p_resource_id text, p_id uuid)
returns uuid
language sql stable
as $$
with recursive line as (
    select m.superseded_by as id
    from public.popagent_memories m
    where m.resource_id = p_resource_id
    and m.id = p_id
    union
    select m.superseded_by
    from line l
    join public.popagent_memories m on m.id = l.id and m.resource_id = p_resource_id
)
select m.id
from line l
join public.popagent_memories m on m.id = l.id and m.resource_id = p_resource_id
where m.superseded_at is null
$$;
