-- A page of threads as an export holds them: first those that stand for themselves, then those of delegations by the
-- thread that they belong to, each in the order of ids.
create function thread.export_threads(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select jsonb_build_array(coalesce(t.parent_id, ''), t.id), to_jsonb(t)
from public.popagent_threads t
where p_after is null
or (coalesce(t.parent_id, '') collate "C", t.id collate "C") > (p_after ->> 0, p_after ->> 1)
order by coalesce(t.parent_id, '') collate "C", t.id collate "C"
limit p_limit
$$;
