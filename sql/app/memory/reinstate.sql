-- Makes an earlier value a fact of its own again: what gave way to another fact holds beside it. Refused when
-- a fact has its key, or says the same, by now.
create function memory.reinstate(p_resource_id text, p_id uuid)
returns void
language plpgsql
as $$
declare
    v_fact record;
begin
    perform memory.lock_facts(p_resource_id);
    select m.content, m.key into v_fact
    from public.popagent_memories m
    where m.resource_id = p_resource_id
    and m.id = p_id
    and m.superseded_at is not null;
    if not found then
        raise sqlstate 'PT404' using message = 'This earlier value does not exist.', hint = 'memory_not_found';
    end if;
    perform memory.refuse_twin(p_resource_id, p_id, v_fact.content, v_fact.key);
    update public.popagent_memories m
    set superseded_at = null,
        superseded_by = null,
        revision = m.revision + 1
    where m.id = p_id;
end
$$;
