-- A page of queued messages as an export holds them, queue by queue in their order.
create function execution.export_queued(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select jsonb_build_array(q.thread_id, q.position), to_jsonb(q)
from public.popagent_queued_messages q
where p_after is null
or (q.thread_id collate "C", q.position) > (p_after ->> 0, (p_after ->> 1)::bigint)
order by q.thread_id collate "C", q.position
limit p_limit
$$;
