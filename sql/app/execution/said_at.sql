-- When the owner last said what a fact says, as far as the texts tell that a model was given: for
-- memory.learn(), so that old talk does not bring back what was deleted since. Null when nothing of it was ever
-- deleted. Each word of the fact counts from the last time it was said, and the fact from the oldest of these
-- times: no part of it is older. Under a key that had another value, a word never said before is enough. When
-- nobody said a word of it, the model made it of the thread, and it is as old as that.
create function execution.said_at(
    p_resource_id text,
    p_thread_id text,
    p_content text,
    p_key text,
    p_recalled uuid[]
)
returns timestamptz
language plpgsql stable
as $$
declare
    v_same boolean := memory.deleted_later(p_resource_id, p_content, null, '-infinity');
    v_at timestamptz;
begin
    if not v_same and not memory.deleted_later(p_resource_id, p_content, p_key, '-infinity') then
        return null;
    end if;
    with source as (
        select h.said_at, h.words
        from execution.heard(p_thread_id) h
        union all
        select m.created_at, m.content
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.id = any (p_recalled)
    ),
    held as (
        select t.term, max(s.said_at) as last, min(s.said_at) as first
        from source s
        cross join lateral text.query_terms(s.words) t
        where t.term in (select v.term from memory.telling_terms(p_content, p_key) v)
        group by t.term
    )
    select case when v_same then min(h.last) else greatest(min(h.last), max(h.first)) end
    into v_at
    from held h;
    return coalesce(v_at, (select min(h.said_at) from execution.heard(p_thread_id) h));
end
$$;
