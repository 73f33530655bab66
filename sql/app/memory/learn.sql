-- Stores a fact. One with a key replaces the value of that key; one without is stored once, however it is
-- spelt; p_supersedes names a fact that it corrects. Returns the fact and what became of it: new, replaced (a
-- key has another value now), known; or deleted, with no id and nothing stored, when its owner deleted it
-- after it was said (p_said_at; null when the owner says it here and now).
create function memory.learn(
    p_resource_id text,
    p_content text,
    p_key text,
    p_importance double precision,
    p_session_id text,
    p_said_at timestamptz,
    p_supersedes uuid
)
returns table (id uuid, outcome text)
language plpgsql
as $$
declare
    v_content text := text.tidy(p_content);
    v_key text := text.tidy(p_key);
    v_fact record;
    v_outcome text;
begin
    perform memory.check_fact(p_resource_id, p_content, p_key, p_importance);
    perform memory.lock_facts(p_resource_id);
    select f.id, f.content, f.key, f.importance into v_fact
    from memory.same_fact(p_resource_id, v_content, v_key) f;
    v_outcome := case
        when public.popagent_same(v_fact.content) = public.popagent_same(v_content) then 'known'
        when memory.deleted_later(p_resource_id, v_content, v_key, p_said_at) then 'deleted'
        when v_fact.id is null then 'new'
        else 'replaced'
    end;

    if v_outcome = 'deleted' then
        return query select null::uuid, v_outcome;
        return;
    elsif v_outcome = 'new' then
        insert into public.popagent_memories as m (
            resource_id, session_id, kind, key, content, importance, created_at, updated_at)
        values (p_resource_id, p_session_id, 'fact', v_key, v_content, p_importance, public.clock(), public.clock())
        returning m.id into v_fact.id;
    elsif v_outcome = 'replaced' then
        perform memory.replace_fact(v_fact.id, v_content, v_fact.key, p_importance, p_session_id);
    else
        update public.popagent_memories m
        set key = coalesce(m.key, v_key),
            importance = greatest(m.importance, p_importance),
            updated_at = public.clock(),
            revision = m.revision + (m.key is null and v_key is not null or m.importance < p_importance)::integer
        where m.id = v_fact.id;
    end if;
    perform memory.supersede_twins(p_resource_id, v_fact.id);
    perform memory.supersede_named(p_resource_id, p_supersedes, v_fact.id);
    return query select v_fact.id, v_outcome;
end
$$;
