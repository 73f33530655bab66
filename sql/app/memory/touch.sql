-- Notes that memories were given to a model. A row that another transaction holds is left out: the
-- mark is worth no waiting, and taking rows in one order without waiting cannot deadlock.
create function memory.touch(p_ids uuid[])
returns integer
language sql
as $$
with held as (
    select m.seq
    from public.popagent_memories m
    where m.id = any (p_ids)
    order by m.seq
    for no key update skip locked
),
marked as (
    update public.popagent_memories m
    set last_accessed_at = public.clock(),
        access_count = m.access_count + 1
    from held h
    where m.seq = h.seq
    returning 1
)
select count(*)::integer
from marked
$$;
