-- What a model gave as a title, as a title: its first line that says something, without markdown, label, quotation
-- marks and full stop; at most 60 characters. Null when nothing is left, or when it is a speech and no title.
create function session.tidy_title(p_text text)
returns text
language sql immutable
as $$
select session.title_from(t.title)
from regexp_split_to_table(left(p_text, 4000), '[\r\n\u2028\u2029]+') with ordinality l (line, n)
cross join lateral (
    select regexp_replace(regexp_replace(text.line(l.line), '\[([^]]*)\]\([^)]*\)', '\1', 'g'), '\*+|`+|~~|__', '', 'g') as text
) plain
cross join lateral (
    select regexp_replace(plain.text, '^([\s#>•"''“”„«»‘’‹›「『-]|\d+[.)]\s)*((title|subject)\s*[:：])?[\s"''“”„«»‘’‹›「『]*', '', 'i') as text
) said
cross join lateral (
    select regexp_replace(regexp_replace(said.text, '[\s"''“”«»‘’‹›」』]+$', ''), '([^.。])[.。]$', '\1') as text
) ended
cross join lateral (
    select regexp_replace(ended.text, '[\s"''“”«»‘’‹›」』]+$', '') as title
) t
where t.title <> ''
and char_length(l.line) <= 200
order by l.n
limit 1
$$;
