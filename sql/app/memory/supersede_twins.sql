-- Makes facts without a key history when one with a key says the same by now.
create function memory.supersede_twins(p_resource_id text, p_id uuid)
returns void
language sql
as $$
select memory.supersede(t.id, m.id)
from public.popagent_memories m
join public.popagent_memories t on t.resource_id = m.resource_id
    and t.folded_sha256 = m.folded_sha256
    and t.kind = 'fact'
    and t.key is null
    and t.superseded_at is null
    and t.id <> m.id
where m.resource_id = p_resource_id
and m.id = p_id
and m.key is not null
$$;
