-- A page of hooks as an export holds them, in the order of their ids: switched off, as a copy will find them.
create function hook.export_hooks(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(h.id), to_jsonb(h) || '{"enabled": false}'
from public.popagent_hooks h
where p_after is null or h.id > (p_after #>> '{}')::uuid
order by h.id
limit p_limit
$$;
