-- Text on one line: every kind of line break, tab and control character becomes a blank, and characters
-- that reverse the direction of writing are dropped.
create function text.line(p_text text)
returns text
language sql immutable strict parallel safe
as $$
select regexp_replace(
    regexp_replace(p_text, '[\u202a-\u202e\u2066-\u2069]', '', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')
$$;
