-- One memory as one line: kind, date and text; a label inside the text loses its brackets.
create function memory.render(p_kind text, p_at timestamptz, p_content text)
returns text
language sql stable parallel safe
as $$
select format('- [%s] %s: %s', p_kind, to_char(p_at at time zone 'UTC', 'YYYY-MM-DD'),
    regexp_replace(text.line(p_content), '\[\s*(fact|episode)\s*\]', '(\1)', 'gi'))
$$;
