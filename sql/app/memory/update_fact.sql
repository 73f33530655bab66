-- Changes a fact as its owner edits it: content always, key and importance when given; p_remove_key takes the key
-- away. The revision that the editor saw, unless it is null, must still be the stored one, else PT409 with the
-- stored row as detail.
create function memory.update_fact(
    p_resource_id text,
    p_id uuid,
    p_revision bigint,
    p_content text,
    p_key text default null,
    p_importance double precision default null,
    p_remove_key boolean default false
)
returns table (id uuid, revision bigint)
language plpgsql
as $$
declare
    v_content text := text.tidy(p_content);
    v_key text;
    v_fact record;
begin
    perform memory.check_fact(p_resource_id, p_content, p_key, coalesce(p_importance, 0));
    perform memory.lock_facts(p_resource_id);
    select f.kind, f.key, f.content, f.importance, f.revision, f.updated_at into v_fact
    from public.popagent_memories f
    where f.resource_id = p_resource_id
    and f.id = p_id
    and f.superseded_at is null
    for update;
    if v_fact.kind is null then
        raise sqlstate 'PT404' using message = 'This memory does not exist.', hint = 'memory_not_found';
    elsif v_fact.kind = 'episode' then
        raise sqlstate 'PT422' using message = 'Episodes can only be deleted.', hint = 'episode_immutable';
    elsif v_fact.revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'This fact changed in the meantime.',
            hint = 'revision_conflict',
            detail = jsonb_build_object(
                'id', p_id, 'key', v_fact.key, 'content', v_fact.content, 'importance', v_fact.importance,
                'revision', v_fact.revision, 'updated_at', v_fact.updated_at);
    end if;
    v_key := case when not p_remove_key then coalesce(text.tidy(p_key), v_fact.key) end;
    perform memory.refuse_twin(p_resource_id, p_id, v_content, v_key);

    if v_fact.content <> v_content then
        perform memory.replace_fact(p_id, v_content, v_key, coalesce(p_importance, v_fact.importance), null);
    else
        update public.popagent_memories m
        set key = v_key,
            importance = coalesce(p_importance, m.importance),
            updated_at = public.clock(),
            revision = m.revision + 1
        where m.id = p_id;
    end if;
    return query select p_id, v_fact.revision + 1;
end
$$;
