-- A text without the marks of Markdown that a reader of one line does not need: fences, stars, backticks, and
-- what stands before headings, quotes and rows of tables.
create function text.unmarked(p_text text)
returns text
language sql immutable strict parallel safe
as $$
select regexp_replace(
    p_text,
    '```[[:alnum:]+#-]*|`|\*\*|^ {0,3}#{1,6} +|^ {0,3}> ?|^ *\|[ :|-]+$|^ *\| *| *\| *$',
    '', 'gn')
$$;
