-- The query by which vectors of text.search_terms() are searched: every term must occur, the last word perhaps
-- unfinished. Null when it asks for nothing that can be searched.
create function text.search_query(p_query text)
returns tsquery
language sql immutable strict parallel safe
as $$
select string_agg(x.clause, ' & ' order by x.word, x.clause)::tsquery
from (
    select
        min(c.word),
        case
            when c.typed is null then quote_literal(c.term)
            else format('(%L | %L:*)', c.term, c.typed)
        end
    from text.search_clauses(p_query) c
    group by c.term, c.typed
) x (word, clause)
$$;
