-- Version of text.search_terms(); raise it with every change of what that returns, or of the functions it uses:
-- what was indexed by an older one is indexed anew in the background.
create function text.search_version()
returns integer
language sql immutable parallel safe
as $$
select 1
$$;
