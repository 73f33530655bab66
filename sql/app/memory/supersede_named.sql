-- Makes the fact that a caller named as corrected history; refuses one that is no fact of this owner.
create function memory.supersede_named(p_resource_id text, p_id uuid, p_successor uuid)
returns void
language plpgsql
as $$
begin
    if p_id is null or p_id = p_successor then
        return;
    end if;
    if not exists (
        select
        from public.popagent_memories m
        where m.id = p_id
        and m.resource_id = p_resource_id
        and m.kind = 'fact'
    ) then
        raise sqlstate 'PT404' using
            message = 'The fact that this one corrects does not exist.',
            hint = 'memory_not_found';
    end if;
    perform memory.supersede(p_id, p_successor);
end
$$;
