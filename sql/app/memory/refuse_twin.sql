-- Refuses an edit that would give two current facts one key, or one text when neither has a key.
create function memory.refuse_twin(p_resource_id text, p_id uuid, p_content text, p_key text)
returns void
language plpgsql stable
as $$
begin
    if exists (
        select
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.key = p_key
        and m.superseded_at is null
        and m.id <> p_id
    ) then
        raise sqlstate 'PT409' using message = 'Another fact has this key.', hint = 'key_taken';
    elsif p_key is null and exists (
        select
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.kind = 'fact'
        and m.key is null
        and m.superseded_at is null
        and m.folded_sha256 = public.popagent_same(p_content)
        and m.id <> p_id
    ) then
        raise sqlstate 'PT409' using message = 'Another fact says the same.', hint = 'duplicate_fact';
    end if;
end
$$;
