-- Searches the chats of an owner: messages that are shown hold every word of the query, the last one perhaps
-- unfinished, or titles do (a row without a message). When nothing does, what is similar is found (`exact` is
-- false). The snippet is plain text; marks tell where in it, and in the title, the words stand. Archived chats
-- are found unless p_archived says which ones; with p_thread_id one chat alone, with all its hits. A page follows
-- another by p_skip, with the time until which that one looked and what p_exact was there. A search that takes
-- too long is refused.
create function thread.search(
    p_resource_id text,
    p_query text,
    p_archived boolean default null,
    p_thread_id text default null,
    p_until timestamptz default null,
    p_exact boolean default null,
    p_skip integer default 0,
    p_limit integer default 20
)
returns table (
    session_id text,
    title text,
    title_marks jsonb,
    archived_at timestamptz,
    temporary boolean,
    hits bigint,
    message_id text,
    "position" bigint,
    role text,
    execution_id uuid,
    created_at timestamptz,
    snippet text,
    marks jsonb,
    exact boolean,
    until timestamptz
)
language plpgsql stable
as $$
declare
    v_exact boolean;
    v_query tsquery;
    v_pattern text;
    v_until timestamptz := coalesce(p_until, public.clock());
begin
    foreach v_exact in array array[coalesce(p_exact, true), coalesce(p_exact, false)] loop
        v_query := case when v_exact then text.search_query(p_query) else thread.loose_query(p_resource_id, p_query) end;
        v_pattern := text.search_pattern(v_query);
        return query
        select s.id, s.title, t.marks, s.archived_at, s.temporary, f.hits, m.id, m.position, m.role, m.execution_id,
            coalesce(m.created_at, s.updated_at), e.excerpt, coalesce(e.marks, '[]'), v_exact, v_until
        from (
            select g.thread_id, g.position, g.hits, g.place
            from thread.found(
                p_resource_id, v_query, v_until, p_archived, p_thread_id,
                case when p_thread_id is null then 3 else 1000 end) g
            order by g.place
            offset greatest(p_skip, 0)
            limit least(greatest(p_limit, 1), 100)
        ) f
        join public.popagent_sessions s on s.id = f.thread_id
        left join public.popagent_messages m on m.thread_id = f.thread_id and m.position = f.position
        cross join lateral text.excerpt(s.title, v_query, v_pattern, 200) t
        left join lateral (select thread.searchable(m.parts)) w (said) on true
        left join lateral text.excerpt(
            case m.role when 'assistant' then text.unmarked(w.said) else w.said end, v_query, v_pattern, 240) e on true
        where f.position is null or m.shown
        order by f.place;
        exit when found or v_exact = p_exact;
    end loop;
exception
    when query_canceled then
        raise sqlstate 'PT503' using
            message = 'This search took too long and was ended. Add a rarer word, or search in one chat.',
            hint = 'search_too_long';
end
$$;
