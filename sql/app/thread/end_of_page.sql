-- The position before which a page of so many shown messages ends that begins after a position; null when there
-- are fewer, so that the thread ends before the page does.
create function thread.end_of_page(p_thread_id text, p_after bigint, p_count integer)
returns bigint
language sql stable
as $$
select m.position + 1
from public.popagent_messages m
where m.thread_id = p_thread_id
and m.shown
and m.position > p_after
order by m.position
offset greatest(p_count, 1) - 1
limit 1
$$;
