-- Deletes one batch of the oldest episodes: those before a time, or those beyond a number of newest ones.
-- Rows are taken in one order, so that it cannot deadlock with another pruning.
create function memory.prune_batch(p_before timestamptz, p_keep integer, p_batch integer, p_resource_id text)
returns bigint
language sql
as $$
with old as (
    select m.seq
    from public.popagent_memories m
    where m.kind = 'episode'
    and (p_resource_id is null or m.resource_id = p_resource_id)
    and (p_before is null or m.created_at < p_before)
    order by m.created_at desc, m.seq desc
    offset coalesce(p_keep, 0)
    limit p_batch
),
held as (
    select m.seq
    from public.popagent_memories m
    where m.seq in (select o.seq from old o)
    order by m.seq
    for update
),
gone as (
    delete from public.popagent_memories m
    using held h
    where m.seq = h.seq
    returning 1
)
select count(*)
from gone
$$;
