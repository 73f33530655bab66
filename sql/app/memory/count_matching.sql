-- How many facts and episodes an owner's filters pick out; all of them are counted from an index.
create function memory.count_matching(
    p_resource_id text,
    p_kind text default null,
    p_key text default null,
    p_session_id text default null,
    p_search text default null
)
returns table (facts bigint, episodes bigint)
language plpgsql stable
as $$
begin
    if coalesce(p_kind, p_key, p_session_id, nullif(p_search, '')) is null then
        return query
        select count(*) filter (where m.kind = 'fact'), count(*) filter (where m.kind = 'episode')
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.superseded_at is null;
    else
        return query
        select count(*) filter (where x.kind = 'fact'), count(*) filter (where x.kind = 'episode')
        from memory.matching(p_resource_id, p_kind, p_key, p_session_id, p_search) x;
    end if;
end
$$;
