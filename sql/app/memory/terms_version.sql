-- Version of memory.terms(); raise it with every change of what that returns, or of the functions it uses.
create function memory.terms_version()
returns integer
language sql immutable parallel safe
as $$
select 1
$$;
