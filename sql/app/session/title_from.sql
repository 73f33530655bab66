-- A title made of the first words of a text, at most 60 characters.
create function session.title_from(p_text text)
returns text
language sql immutable
as $$
select case
    when char_length(t.text) <= 60 then t.text
    else regexp_replace(left(t.text, 59), '\s+\S*$', '') || '…'
end
from (select btrim(regexp_replace(left(p_text, 1000), '\s+', ' ', 'g')) as text) t
$$;
