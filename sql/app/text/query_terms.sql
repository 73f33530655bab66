-- The terms by which a query searches: its words and n-grams, each with how often it occurs.
-- A long query counts with its first and last 4,000 characters, for a question stands before or after
-- what was pasted. Stop words alone give none.
create function text.query_terms(p_query text)
returns table (term text, frequency integer)
language sql immutable parallel safe
as $$
with query as materialized (
    select case
        when char_length(p_query) <= 8000 then p_query
        else left(p_query, 4000) || ' ' || right(p_query, 4000)
    end as words
),
found as (
    select text.base_form(left(w.lexeme, 64)) as term, cardinality(w.positions) as frequency
    from query q
    cross join unnest(public.popagent_words(q.words)) w
    union all
    select n.term, 1
    from query q
    cross join text.ngrams(q.words, true) n
    where octet_length(q.words) > char_length(q.words)
    and n.term <> all (text.stop_characters())
)
select f.term, sum(f.frequency)::integer
from found f
group by f.term
$$;
