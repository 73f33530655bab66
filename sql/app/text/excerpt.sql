-- The part of a text that shows best why a query found it, on one line of about so many characters, and where in
-- it the terms of the query stand: a list of {start, end}, counted in characters from 0. Words that may be meant
-- are looked for from the first one on, over 10,000 characters and 200 words, and each is compared as
-- text.search_terms() would index it; the part with most different ones is shown, without any the beginning.
-- p_terms holds the terms, p_pattern is their text.search_pattern(), made once for many texts.
create function text.excerpt(p_text text, p_terms tsquery, p_pattern text, p_most integer)
returns table (excerpt text, marks jsonb)
language sql immutable strict parallel safe
as $$
with whole as materialized (
    select w.said, w.folded, greatest(regexp_instr(w.folded, p_pattern), 1) as first
    from (select left(p_text, 100000), text.folded_in_place(left(p_text, 100000))) w (said, folded)
),
piece as (
    select m.found[1] as word,
        w.first - 1 + sum(char_length(s.piece) + coalesce(char_length(m.found[1]), 0)) over (order by s.n)::integer as stop
    from whole w
    cross join lateral (select substr(w.folded, w.first, 10000)) f (folded)
    cross join lateral regexp_split_to_table(f.folded, p_pattern) with ordinality as s (piece, n)
    left join lateral regexp_matches(f.folded, '(' || p_pattern || ')', 'g') with ordinality as m (found, n) on m.n = s.n
    where s.n <= 200
),
meant as materialized (
    select p.word, p.stop - char_length(p.word) as start, p.stop
    from piece p
    where p.word in (
        select d.word
        from (select distinct e.word from piece e) d
        where text.search_terms(d.word) @@ replace(p_terms::text, '&', '|')::tsquery
    )
),
best as (
    select greatest(least(coalesce(max(b.start), 0) - p_most / 5, max(char_length(w.said)) - p_most), 0) as start
    from whole w
    left join (
        select m.start
        from meant m
        join meant n on n.start between m.start and m.start + p_most * 2 / 3
        group by m.start
        order by count(distinct n.word) desc, m.start
        limit 1
    ) b on true
),
cut as (
    select c.start, o.moved, char_length(w.said) as size,
        regexp_replace(substr(w.said, c.start + 1, p_most), '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]', ' ', 'g') as line
    from whole w
    cross join best b
    cross join lateral (select b.start + position(' ' in substr(w.said, b.start + 1, 20)) * sign(b.start)::integer) c (start)
    cross join lateral (select case when c.start > 0 then 2 else 0 end) o (moved)
)
select repeat('… ', sign(c.start)::integer) || c.line || repeat('…', sign(c.size - c.start - char_length(c.line))::integer),
    coalesce((
        select jsonb_agg(jsonb_build_object('start', m.start - c.start + c.moved, 'end', m.stop - c.start + c.moved) order by m.start)
        from meant m
        where m.start >= c.start
        and m.stop <= c.start + char_length(c.line)
    ), '[]')
from cut c
$$;
