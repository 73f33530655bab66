-- The stored memory beside which another with these values could not be stored: it holds the same key, or says
-- the same; null when there is none.
create function memory.twin(p_resource_id text, p_kind text, p_key text, p_content text, p_superseded_at timestamptz)
returns uuid
language sql stable
as $$
select m.id
from public.popagent_memories m
where m.resource_id = p_resource_id
and m.kind = 'episode'
and p_kind = 'episode'
and m.content_sha256 = public.popagent_sha256(p_content)
union all
select m.id
from public.popagent_memories m
where m.resource_id = p_resource_id
and m.key = p_key
and m.superseded_at is null
and p_superseded_at is null
union all
select m.id
from public.popagent_memories m
where m.resource_id = p_resource_id
and m.kind = 'fact'
and m.key is null
and m.superseded_at is null
and m.folded_sha256 = public.popagent_same(p_content)
and p_kind = 'fact'
and p_key is null
and p_superseded_at is null
limit 1
$$;
