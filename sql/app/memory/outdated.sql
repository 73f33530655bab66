-- Of some facts, by their seq, those that a newer one of them says anew.
create function memory.outdated(p_seqs bigint[])
returns table (seq bigint)
language plpgsql stable rows 1
as $$
begin
    return query
    with fact as materialized (
        select m.seq, m.importance, left(m.content, 300) as content,
            exists (select from public.popagent_memories o where o.superseded_by = m.id) as corrected
        from public.popagent_memories m
        where m.seq = any (p_seqs)
    )
    select distinct o.seq
    from fact o
    join fact n on n.seq > o.seq
    cross join lateral (select public.similarity(n.content, o.content) as likeness offset 0) s
    where memory.outdates(n.content, o.content, s.likeness, n.corrected, n.importance >= o.importance);
end
$$;
