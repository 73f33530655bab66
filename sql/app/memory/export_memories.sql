-- A page of memories of all owners as an export holds them, history included, in the order of storing.
create function memory.export_memories(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(m.seq), to_jsonb(m) - array['content_sha256', 'folded_sha256', 'search']
from public.popagent_memories m
where m.seq > coalesce(p_after::bigint, 0)
order by m.seq
limit p_limit
$$;
