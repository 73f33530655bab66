-- A regular expression for whatever may be a term of a query in a text that is folded in place: words that begin
-- like it (its last character aside, which stemming may have changed), irregular forms of it, and runs of the
-- characters of n-grams, vowel points and joiners among them. What it finds is still to be compared.
create function text.search_pattern(p_terms tsquery)
returns text
language sql immutable strict parallel safe
as $$
with term as materialized (
    select f.found[1] as term, f.found[2] is not null as is_beginning, g.longest
    from regexp_matches(p_terms::text, '''([^'']+)''(:\*)?', 'g') as f (found)
    cross join lateral (select max(char_length(n.term)) as longest from text.ngrams(f.found[1]) n) g
),
beginning (words) as (
    select case
        when t.is_beginning or char_length(t.term) < 4 then t.term
        else left(t.term, -1)
    end
    from term t
    where t.longest is null
    union
    select b.key
    from term t
    cross join lateral jsonb_each_text(text.base_forms()) b
    where b.value = t.term
)
select concat_ws('|',
    (select '\m(?:' || string_agg(b.words, '|') || ')[[:alnum:]\u0300-\u036f\u00ad\u200b-\u200d]*' from beginning b),
    (
        select '[' || string_agg(distinct c.character, '') || '\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200d]{'
            || min(t.longest) || ',}'
        from term t
        cross join lateral regexp_split_to_table(t.term, '') as c (character)
        where t.longest is not null
    ))
$$;
