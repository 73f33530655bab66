-- Keeps postings and totals in step with every insert, update and delete of memories.
-- Size changes and new words are appended as rows of their own, so that two writers never wait for each
-- other; now and then sizes are folded. Marks of access change nothing here and cost one comparison. Lookups
-- are written so that no plan, however old, reads whole tables.
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
        with dropped as (
            delete from public.popagent_memory_postings p
            where p.seq = any (array(select g.seq from gone g))
            returning p.resource_id, p.frequency
        )
        insert into public.popagent_memory_totals (resource_id, memory_count, term_count)
        select g.resource_id, -count(*),
            -coalesce((select sum(d.frequency) from dropped d where d.resource_id = g.resource_id), 0)
        from gone g
        where g.superseded_at is null
        group by g.resource_id;
    end if;

    if tg_op in ('INSERT', 'UPDATE') then
        with entry as materialized (
            select c.resource_id, c.seq, c.kind, c.session_id, t.term, t.frequency
            from come c
            cross join lateral memory.terms(c.kind, c.content, c.search, c.created_at) t
            where c.superseded_at is null
        ),
        posted as (
            insert into public.popagent_memory_postings (resource_id, term, seq, talk, frequency, length)
            select e.resource_id, e.term, e.seq, memory.talk(e.kind, e.session_id), e.frequency,
                sum(e.frequency) over (partition by e.seq)
            from entry e
        ),
        learnt as (
            insert into public.popagent_memory_vocabulary (resource_id, term)
            select distinct e.resource_id, e.term
            from entry e
            left join lateral (
                select true as known
                from public.popagent_memory_vocabulary v
                where v.resource_id = e.resource_id
                and v.term = e.term
                limit 1
            ) v on true
            where v.known is null
        )
        insert into public.popagent_memory_totals (resource_id, memory_count, term_count)
        select c.resource_id, count(*),
            coalesce((select sum(e.frequency) from entry e where e.resource_id = c.resource_id), 0)
        from come c
        where c.superseded_at is null
        group by c.resource_id;

        perform memory.fold_totals(c.resource_id)
        from (select distinct c.resource_id from come c where c.seq % 256 = 0) c;
    end if;
    return null;
end
$$;
