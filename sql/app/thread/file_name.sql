-- A file's name as it is stored: without its path, on one line, at most 200 characters with its ending kept.
-- Nothing that is a name becomes 'file'.
create function thread.file_name(p_name text)
returns text
language sql immutable
as $$
select case
    when n.name ~ '^\.*$' then 'file'
    when char_length(n.name) <= 200 then n.name
    else left(n.name, 199 - char_length(n.ending)) || '…' || n.ending
end
from (
    select t.name, coalesce(substring(t.name from '\.[A-Za-z0-9]{1,10}$'), '') as ending
    from (select text.tidy(text.line(regexp_replace(coalesce(p_name, ''), '^.*[/\\]', ''))) as name) t
) n
$$;
