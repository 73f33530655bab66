-- What a query may have meant when nothing holds all of its terms: words may be replaced by the most similar ones
-- that memory knows (misspellings), and of a run of Chinese, Japanese or Korean the characters must occur with at
-- least one pair of them, for a pair may straddle two words. Null when it asks for nothing.
create function thread.loose_query(p_resource_id text, p_query text)
returns tsquery
language sql stable
as $$
with clause as materialized (
    select c.word, c.term, c.typed, c.gram
    from text.search_clauses(p_query) c
),
alternative (word, part, term) as (
    select c.word, c.term, quote_literal(c.term)
    from clause c
    where not c.gram
    union all
    select c.word, c.term, quote_literal(c.typed) || ':*'
    from clause c
    where not c.gram
    and c.typed is not null
    union all
    select c.word, c.term, quote_literal(l.term)
    from clause c
    cross join lateral memory.lookalikes(p_resource_id, c.term, 3) l
    where not c.gram
    and l.likeness >= 0.4
    union all
    select c.word, 'pair', quote_literal(c.term)
    from clause c
    where c.gram
    union all
    select c.word, n.term, quote_literal(n.term)
    from clause c
    cross join lateral text.ngrams(c.term) n
    where c.gram
    and char_length(c.term) = 2
    and char_length(n.term) = 1
)
select string_agg(x.clause, ' & ' order by x.word, x.clause)::tsquery
from (
    select a.word, '(' || string_agg(distinct a.term, ' | ') || ')'
    from alternative a
    group by a.word, a.part
) x (word, clause)
$$;
