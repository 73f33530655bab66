-- The episodes right before and right after one in its session, each with the share of score it is lent.
create function memory.neighbours(p_resource_id text, p_session_id text, p_seq bigint)
returns table (seq bigint, importance double precision, share double precision)
language sql stable
as $$
(
    select m.seq, m.importance, w.before
    from public.popagent_memories m
    cross join memory.weights() w
    where m.resource_id = p_resource_id
    and m.session_id = p_session_id
    and m.kind = 'episode'
    and m.seq < p_seq
    order by m.seq desc
    limit 1
)
union all
(
    select m.seq, m.importance, w.after
    from public.popagent_memories m
    cross join memory.weights() w
    where m.resource_id = p_resource_id
    and m.session_id = p_session_id
    and m.kind = 'episode'
    and m.seq > p_seq
    order by m.seq
    limit 1
)
$$;
