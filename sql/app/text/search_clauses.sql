-- What a query asks for: for each of its words the terms that must occur. Words of scripts that n-grams serve
-- are asked for by these alone (`gram`), so that a part of a compound or a word with another particle finds it.
-- `typed` is what the word may also begin with: the last one is perhaps unfinished, and very long ones are cut.
-- Stop words ask for nothing. A query counts with its first 1,000 characters. Folded text holds no quotes, no
-- backslashes and no operators, so the terms are safe in a tsquery.
create function text.search_clauses(p_query text)
returns table (word integer, term text, typed text, gram boolean)
language sql immutable strict parallel safe
as $$
with said as materialized (
    select w.n::integer, w.word,
        w.n = max(w.n) over () and q.folded ~ '\S$' and char_length(w.word) > 1 as is_unfinished
    from (select public.popagent_fold(left(p_query, 1000))) q (folded)
    cross join lateral regexp_split_to_table(q.folded, '\s+') with ordinality as w (word, n)
    where w.word <> ''
)
select s.n, g.term, null, true
from said s
cross join lateral text.ngrams(s.word, true) g
where octet_length(s.word) > char_length(s.word)
and g.term <> all (text.stop_characters())
union all
select s.n, text.base_form(left(l.lexeme, 64)),
    case
        when char_length(l.lexeme) > 64 then left(l.lexeme, 64)
        when s.is_unfinished and s.word ~ '^[[:alnum:]]+$' then s.word
    end,
    false
from said s
cross join lateral unnest(public.popagent_words(s.word)) l
where octet_length(l.lexeme) = char_length(l.lexeme)
or not exists (select from text.ngrams(l.lexeme))
$$;
