-- Stores one exchange as an episode: user text up to 4,000 characters, assistant text up to 8,000, a cut
-- is marked. Nothing, and id null, when either side is blank. The same exchange is stored once.
create function memory.retain(
    p_resource_id text,
    p_session_id text,
    p_user_text text,
    p_assistant_text text,
    p_created_at timestamptz default null
)
returns table (id uuid, created boolean)
language plpgsql
as $$
declare
    v_user text := text.cut(text.tidy(p_user_text), 4000);
    v_assistant text := text.cut(text.tidy(p_assistant_text), 8000);
    v_content text := 'User: ' || v_user || e'\nAssistant: ' || v_assistant;
    v_at timestamptz := coalesce(p_created_at, public.clock());
    v_id uuid;
begin
    if coalesce(p_resource_id, '') = '' then
        raise sqlstate 'PT422' using message = 'A memory needs an owner.', hint = 'resource_missing';
    end if;
    if coalesce(v_user, '') = '' or coalesce(v_assistant, '') = '' then
        return query select null::uuid, false;
        return;
    end if;
    insert into public.popagent_memories as m (
        resource_id, session_id, kind, content, importance, created_at, updated_at)
    values (p_resource_id, p_session_id, 'episode', v_content, 0.5, v_at, v_at)
    on conflict (resource_id, content_sha256) where kind = 'episode' do nothing
    returning m.id into v_id;
    if v_id is not null then
        return query select v_id, true;
    else
        return query
        select m.id, false
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.kind = 'episode'
        and m.content_sha256 = public.popagent_sha256(v_content)
        union all
        select null, false
        limit 1;
    end if;
end
$$;
