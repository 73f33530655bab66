-- Makes messages of chats findable as they come, whoever writes them. More than 20 at once, as when a chat is
-- copied or taken in from a file, and texts of more than 30 kB wait for the background, so that nobody waits
-- for them.
create function thread.index_inserted()
returns trigger
language plpgsql
as $$
declare
    v_version integer := (
        select case when count(*) <= 20 and sum(octet_length(thread.searchable(c.parts))) <= 30000 then text.search_version() else 0 end
        from come c
    );
begin
    insert into public.popagent_thread_search (thread_id, position, created_at, search, terms_version)
    select c.thread_id, c.position, c.created_at,
        case when v_version > 0 then text.search_terms(thread.searchable(c.parts)) end,
        v_version
    from come c
    join public.popagent_threads t on t.id = c.thread_id
    where t.kind = 'chat'
    and c.shown;
    if v_version = 0 then
        perform thread.request_indexing();
    end if;
    return null;
end
$$;
