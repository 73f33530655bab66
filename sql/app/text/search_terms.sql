-- The terms by which a text is found: its words, folded and stemmed, with their places; and without places the
-- words as they are written where the stem differs (a word is searched while it is typed), base forms, and
-- character n-grams. A text counts with its first 100,000 characters and 40,000 n-grams, which keeps any vector
-- below PostgreSQL's limit. n-grams are taken in pieces that overlap: finding them in one go takes the square of
-- the length, and folding a long text cuts runs at 64 characters. A change needs a new text.search_version().
create function text.search_terms(p_text text)
returns tsvector
language plpgsql immutable strict parallel safe
as $$
declare
    v_words tsvector := public.popagent_words(p_text);
begin
    return v_words || array_to_tsvector(array(
        select w.word
        from (
            select distinct left(x.word, 64)
            from regexp_split_to_table(public.popagent_fold(p_text), '\s+') x (word)
        ) w (word)
        where w.word ~ '^[a-z]{3,}$'
        and (ts_lexize('pg_catalog.english_stem', w.word))[1] <> w.word
        union
        select text.base_form(l.lexeme)
        from unnest(v_words) l
        where text.base_form(l.lexeme) <> l.lexeme
        union
        (
            select distinct n.term
            from generate_series(1, least(char_length(p_text), 100000), 496) as i (start)
            cross join lateral text.ngrams(substr(p_text, i.start, 500)) n
            where octet_length(p_text) > char_length(p_text)
            limit 40000
        )
    ));
end
$$;
