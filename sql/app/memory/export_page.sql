-- All memories of a resource, history included, in the order of storing, as rows that memory.restore() takes back.
create function memory.export_page(p_resource_id text, p_after_seq bigint default 0, p_limit integer default 500)
returns table (seq bigint, described jsonb)
language sql stable
as $$
select m.seq, memory.described(m) - 'seq'
from public.popagent_memories m
where m.resource_id = p_resource_id
and m.seq > p_after_seq
order by m.seq
limit p_limit
$$;
