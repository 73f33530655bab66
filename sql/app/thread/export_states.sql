-- A page of thread states as an export holds them, in the order of their threads.
create function thread.export_states(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(s.thread_id), to_jsonb(s)
from public.popagent_thread_state s
where p_after is null or s.thread_id collate "C" > p_after #>> '{}'
order by s.thread_id collate "C"
limit p_limit
$$;
