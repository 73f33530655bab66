-- The text of a message that a search looks through: what was said, and the names of attached files.
create function thread.searchable(p_parts jsonb)
returns text
language sql immutable parallel safe
as $$
select coalesce(string_agg(x.said, e'\n\n' order by x.n), '')
from (
    select y.n, case y.part ->> 'type'
        when 'text' then y.part ->> 'text'
        when 'file' then y.part ->> 'filename'
    end
    from jsonb_array_elements(p_parts) with ordinality as y (part, n)
) x (n, said)
where x.said <> ''
$$;
