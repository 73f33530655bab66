-- The messages and titles (no position) of an owner's chats that a query finds: chats by their best hit, a title
-- before all others, the hits of a chat best first. Of very many hits the newest thousand are looked at. Relevance
-- decides; what is new counts up to one and a half times as much, which wears off fast at first and ever slower
-- (1.3 after a day, 1.1 after a month). With p_until it is ranked as it was then, so that a page follows the one
-- before. `hits` counts a chat's messages, of which at most p_each are returned.
create function thread.found(
    p_resource_id text,
    p_query tsquery,
    p_until timestamptz,
    p_archived boolean default null,
    p_thread_id text default null,
    p_each integer default 3
)
returns table (thread_id text, "position" bigint, hits bigint, place bigint)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set jit = off
set work_mem = '16MB'
as $$
begin
    return query
    with hit as materialized (
        select o.entry, o.thread_id, o.position, o.at
        from (
            select h.entry, h.thread_id, h.position, h.created_at, s.archived_at,
                case when h.position is null then s.updated_at else h.created_at end as at
            from (
                select i.ctid as entry, i.thread_id, i.position, i.created_at
                from public.popagent_thread_search i
                where i.search @@ p_query
                -- What follows would spoil the planner's idea of how many there are.
                offset 0
            ) h
            join public.popagent_threads t on t.id = h.thread_id
            join public.popagent_sessions s on s.id = h.thread_id
            where t.resource_id = p_resource_id
            offset 0
        ) o
        where o.created_at <= p_until
        and (p_archived is null or (o.archived_at is not null) = p_archived)
        and (p_thread_id is null or o.thread_id = p_thread_id)
        order by o.position is null desc, o.created_at desc, o.thread_id, o.position desc
        limit 1000
    ),
    scored as (
        select h.thread_id, h.position, h.at,
            case when h.position is null then 1 else 0 end
                + ts_rank(s.search, p_query, 1)
                * (1 + 0.5 / (1 + ln(1 + greatest(extract(epoch from p_until - h.at)::float8, 0) / 86400))) as score
        from hit h
        join public.popagent_thread_search s on s.ctid = h.entry
    ),
    ranked as (
        select s.thread_id, s.position, count(s.position) over (partition by s.thread_id) as hits,
            max(s.score) over (partition by s.thread_id) as best,
            max(s.at) over (partition by s.thread_id) as latest,
            row_number() over (partition by s.thread_id order by s.position is null desc, s.score desc, s.position desc) as n,
            count(*) filter (where s.position is null) over (partition by s.thread_id) as titles
        from scored s
    )
    select r.thread_id, r.position, r.hits, row_number() over (order by r.best desc, r.latest desc, r.thread_id, r.n)
    from ranked r
    where r.n <= p_each + r.titles;
end
$$;
