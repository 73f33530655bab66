-- Folds the appended size rows of a resource (or of all) into one; returns how many went.
-- Rows that another transaction holds are left to the next time, so nobody waits and nothing is lost.
create function memory.fold_totals(p_resource_id text default null)
returns bigint
language sql
as $$
with folded as (
    delete from public.popagent_memory_totals t
    using (
        select f.id
        from public.popagent_memory_totals f
        where p_resource_id is null or f.resource_id = p_resource_id
        for update skip locked
    ) f
    where t.id = f.id
    returning t.resource_id, t.memory_count, t.term_count
),
kept as (
    insert into public.popagent_memory_totals (resource_id, memory_count, term_count)
    select f.resource_id, sum(f.memory_count), sum(f.term_count)
    from folded f
    group by f.resource_id
    returning 1
)
select (select count(*) from folded) - (select count(*) from kept)
$$;
