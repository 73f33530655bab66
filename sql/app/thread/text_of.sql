-- The plain text of a message: its text parts, joined by blank lines.
create function thread.text_of(p_parts jsonb)
returns text
language sql immutable
as $$
select coalesce(string_agg(x.part ->> 'text', e'\n\n' order by x.n), '')
from jsonb_array_elements(p_parts) with ordinality as x (part, n)
where x.part ->> 'type' = 'text'
and x.part ->> 'text' <> ''
$$;
