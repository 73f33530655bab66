-- The current fact that a new one would be: that of its key, else the one that says the same.
-- A key takes over a fact without one that says the same, when the key has no value yet.
create function memory.same_fact(p_resource_id text, p_content text, p_key text)
returns table (id uuid, key text, content text, importance double precision)
language sql stable
as $$
select m.id, m.key, m.content, m.importance
from public.popagent_memories m
where m.resource_id = p_resource_id
and m.kind = 'fact'
and m.superseded_at is null
and (
    m.key = p_key
    or m.folded_sha256 = public.popagent_same(p_content) and (p_key is null or m.key is null)
)
order by m.key is not distinct from p_key desc, m.seq desc
limit 1
$$;
