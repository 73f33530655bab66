-- Makes a fact an earlier value of another that contradicts it: out of recall at once, kept as its history.
create function memory.replace_by(p_resource_id text, p_id uuid, p_successor uuid)
returns void
language plpgsql
as $$
begin
    if p_id = p_successor then
        raise sqlstate 'PT422' using message = 'A fact cannot take its own place.', hint = 'same_fact';
    end if;
    perform memory.lock_facts(p_resource_id);
    if 2 <> (
        select count(*)
        from public.popagent_memories m
        where m.resource_id = p_resource_id
        and m.id in (p_id, p_successor)
        and m.kind = 'fact'
        and m.superseded_at is null
    ) then
        raise sqlstate 'PT404' using message = 'One of the two facts does not exist.', hint = 'memory_not_found';
    end if;
    perform memory.supersede(p_id, p_successor);
end
$$;
