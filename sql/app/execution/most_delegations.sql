-- How often one execution may delegate, all its steps together: a model that delegates without end stops here.
create function execution.most_delegations()
returns integer
language sql immutable parallel safe
as $$
select 40
$$;
