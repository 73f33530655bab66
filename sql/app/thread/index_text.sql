-- Makes a text of a thread findable: that of the message at a position, or its title when there is none.
create function thread.index_text(p_thread_id text, p_position bigint, p_created_at timestamptz, p_text text)
returns void
language sql
as $$
insert into public.popagent_thread_search (thread_id, position, created_at, search, terms_version)
values (p_thread_id, p_position, p_created_at, text.search_terms(p_text), text.search_version())
on conflict (thread_id, position) do update
set
    search = excluded.search,
    terms_version = excluded.terms_version
$$;
