-- The names of the fields in which two JSON objects differ.
create function data.differing(p_one jsonb, p_other jsonb)
returns text[]
language sql immutable
as $$
select coalesce(array_agg(name order by name), '{}')
from jsonb_each(p_one) o (name, value)
full join jsonb_each(p_other) t (name, value) using (name)
where o.value is distinct from t.value
$$;
