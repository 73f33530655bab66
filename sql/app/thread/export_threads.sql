-- A page of threads as an export holds them, in the order of their ids.
create function thread.export_threads(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(t.id), to_jsonb(t)
from public.popagent_threads t
where p_after is null or t.id collate "C" > p_after #>> '{}'
order by t.id collate "C"
limit p_limit
$$;
