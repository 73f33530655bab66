-- The stem of an irregular English form is that of its base ("went" is found by "go"); all others stand.
-- An immutable expression that the planner inlines, data and all.
create function text.base_form(p_term text)
returns text
language sql immutable parallel safe
as $$
select coalesce(text.base_forms() ->> p_term, p_term)
$$;
