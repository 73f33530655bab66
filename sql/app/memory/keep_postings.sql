-- Keeps postings and totals in step with every insert, update and delete of memories. Marks of access change
-- nothing here and cost one comparison. Now and then the appended sizes are folded.
create function memory.keep_postings()
returns trigger
language plpgsql
as $$
begin
    if tg_op = 'UPDATE' then
        if not exists (
            select
            from gone g
            join come c using (id)
            where (c.seq, c.resource_id, c.session_id, c.kind, c.key, c.content, c.created_at, c.superseded_at)
                is distinct from
                (g.seq, g.resource_id, g.session_id, g.kind, g.key, g.content, g.created_at, g.superseded_at)
        ) then
            return null;
        end if;
    end if;
    if tg_op in ('UPDATE', 'DELETE') then
        perform memory.unpost(g.resource_id, array_agg(g.seq))
        from gone g
        where g.superseded_at is null
        group by g.resource_id;
    end if;
    if tg_op in ('INSERT', 'UPDATE') then
        perform memory.post(c.resource_id, array_agg(c.seq))
        from come c
        where c.superseded_at is null
        group by c.resource_id;
        perform memory.fold_totals(c.resource_id)
        from (select distinct c.resource_id from come c where c.seq % 256 = 0) c;
    end if;
    return null;
end
$$;
