-- Whether this database has the extension `vector`, with which distances are measured.
create function memory.has_vectors()
returns boolean
language sql stable
as $$
select to_regtype('public.vector') is not null
$$;
