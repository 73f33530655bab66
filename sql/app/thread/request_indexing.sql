-- Queues the job that makes texts findable, when some wait for it; true when it was queued.
create function thread.request_indexing()
returns boolean
language sql
as $$
select coalesce((
    select job.enqueue('search-index', 'search-index') is not null
    where exists (
        select
        from public.popagent_thread_search s
        where s.terms_version < text.search_version()
    )
), false)
$$;
