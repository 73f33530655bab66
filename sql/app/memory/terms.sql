-- The terms by which a memory is found: its words, character n-grams, and for an episode the weekday, day,
-- month and year of its date. Postings are made from it, so a change needs a new memory.terms_version().
create function memory.terms(p_kind text, p_content text, p_search tsvector, p_created_at timestamptz)
returns table (term text, frequency integer)
language sql stable parallel safe
as $$
select t.term, sum(t.frequency)::integer
from (
    select text.base_form(left(w.lexeme, 64)), cardinality(w.positions)
    from unnest(p_search) w
    union all
    select n.term, 1
    from text.ngrams(p_content) n
    where octet_length(p_content) > char_length(p_content)
    union all
    select d.lexeme, 1
    from unnest(to_tsvector(
        'public.popagent_words',
        lower(to_char(p_created_at at time zone 'UTC', 'FMDay FMDD FMMonth YYYY')))) d
    where p_kind = 'episode'
) t (term, frequency)
group by t.term
$$;
