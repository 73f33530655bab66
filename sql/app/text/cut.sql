-- Text cut at a number of characters; the mark that says so counts within them.
create function text.cut(p_text text, p_most integer)
returns text
language sql immutable strict parallel safe
as $$
select case
    when char_length(p_text) <= p_most then p_text
    else left(p_text, greatest(p_most - char_length(m.mark), 0)) || left(m.mark, p_most)
end
from (select ' … [truncated]') m (mark)
$$;
