-- The terms of a fact that tell something: not those of its key, which names what it is about, nor the user, who
-- it is about. All of them when nothing else is left.
create function memory.telling_terms(p_content text, p_key text)
returns table (term text)
language sql stable parallel safe
as $$
select x.term
from (
    select q.term, q.term <> 'user' and k.term is null as tells, bool_or(q.term <> 'user' and k.term is null) over () as some_tell
    from text.query_terms(p_content) q
    left join text.query_terms(p_key) k using (term)
) x
where x.tells
or not x.some_tell
$$;
