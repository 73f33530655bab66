-- Character n-grams of the scripts that are written without blanks or glue particles to words.
-- Chinese, Japanese and Korean give pairs and single characters (kana only pairs); Thai, Lao, Khmer,
-- Burmese, Tibetan, Arabic and Hebrew give pairs and triples. A document has all sizes; a query
-- (p_longest_only) only the longest that fit each run, for these say what the shorter ones say.
create function text.ngrams(p_text text, p_longest_only boolean default false)
returns table (term text)
language sql immutable strict parallel safe
as $$
with script (characters, longest, single) as (
    values
        ('\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff',
            2, '[\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'),
        ('\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u0f40-\u0fbc\u1000-\u103f\u1780-\u17d3', 3, null),
        ('\u05d0-\u05ea\u0620-\u064a\u066e-\u06d3\u0750-\u077f\u08a0-\u08c7', 3, null)
),
run as (
    select r.found[1] as characters, s.longest, s.single
    from script s
    cross join lateral regexp_matches(public.popagent_fold(p_text), '[' || s.characters || ']+', 'g') r (found)
    where octet_length(p_text) > char_length(p_text)
)
select substr(r.characters, i.n, size.n)
from run r
cross join generate_series(1, 3) size (n)
cross join lateral generate_series(1, char_length(r.characters) - size.n + 1) i (n)
where size.n <= r.longest
and (not p_longest_only or size.n = least(r.longest, char_length(r.characters)))
and (size.n > 1 or substr(r.characters, i.n, 1) ~ r.single)
$$;
