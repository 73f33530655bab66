-- The passages of an agent's skills that fit a query, best first; a query without usable words finds nothing.
-- Same words and the same BM25 as long-term memory, counted over the passages at hand.
create function agent.search_skills(
    p_agent_id text,
    p_query text,
    p_names text[] default null,
    p_limit integer default 5
)
returns table (path text, first_line bigint, last_line bigint, score double precision, preview text)
language sql stable
as $$
with passage as materialized (
    select p.path, p.first_line, p.last_line, p.content, row_number() over () as n
    from agent.skill_passages(p_agent_id, p_names) p
),
word as materialized (
    select p.n, t.term, sum(t.frequency)::float8 as frequency, sum(sum(t.frequency)) over (partition by p.n)::float8 as length
    from passage p
    cross join lateral memory.terms('fact', p.content, public.popagent_words(p.content), null) t
    group by p.n, t.term
),
size as (
    select count(distinct w.n)::float8 as passages, greatest(sum(w.frequency) / greatest(count(distinct w.n), 1), 1) as usual
    from word w
),
hit as (
    select w.n, w.frequency, w.length / z.usual as length,
        memory.rarity(z.passages, count(*) over (partition by w.term)) as rarity
    from word w
    join text.query_terms(p_query) q using (term)
    cross join size z
)
select p.path, p.first_line, p.last_line, r.score, left(text.line(p.content), 200)
from (
    select h.n, sum(memory.bm25(h.rarity, h.frequency, h.length, w.k1, w.b)) as score
    from hit h
    cross join memory.weights() w
    group by h.n
) r
join passage p using (n)
order by r.score desc, p.path, p.first_line
limit least(greatest(p_limit, 1), 20)
$$;
