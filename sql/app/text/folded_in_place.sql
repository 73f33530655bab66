-- Text in lower case and without accents, each character where it was: folding as text.search_terms() does may
-- move them. What is folded into several characters is shown by the first of them, what vanishes stays.
create function text.folded_in_place(p_text text)
returns text
language sql immutable strict parallel safe
as $$
select translate(
    lower(p_text),
    '_' || coalesce(string_agg(c.character, '' order by c.character), ''),
    ' ' || coalesce(string_agg(c.folded, '' order by c.character), ''))
from (
    select x.character, left(public.popagent_fold(x.character), 1) as folded
    from (
        select distinct s.character
        from regexp_split_to_table(
            regexp_replace(lower(p_text), '[\u0001-\u007f\u0e00-\u0fff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af]+', '', 'g'),
            '') s (character)
        where octet_length(p_text) > char_length(p_text)
        -- Only what is left of them is folded.
        offset 0
    ) x
    offset 0
) c
where c.folded <> ''
$$;
