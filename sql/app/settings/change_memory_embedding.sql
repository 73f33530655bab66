-- Changes the settings of meaning-based recall; a null leaves a value as it is. The revision that the editor
-- saw must still be the stored one, else PT409 with the stored row as detail.
create function settings.change_memory_embedding(p_revision bigint, p_enabled boolean, p_model text)
returns table (enabled boolean, model text, revision bigint, updated_at timestamptz)
language plpgsql
as $$
declare
    v_stored record;
begin
    if char_length(p_model) > 200 then
        raise sqlstate 'PT422' using message = 'The name of a model has at most 200 characters.', hint = 'model_too_long';
    end if;
    update public.popagent_memory_embedding_settings s
    set enabled = coalesce(p_enabled, s.enabled),
        model = coalesce(p_model, s.model),
        revision = s.revision + 1,
        updated_at = public.clock()
    where s.revision = p_revision;
    if not found then
        select * into v_stored
        from settings.memory_embedding();
        raise sqlstate 'PT409' using
            message = 'These settings changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    return query
    select *
    from settings.memory_embedding();
end
$$;
