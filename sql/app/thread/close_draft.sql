-- Ends a draft that was sent: what is kept of it goes, and saves of it that come later are not kept.
-- A draft that another page wrote meanwhile stays, unless it says the same. Whoever sends has read what is there.
create function thread.close_draft(p_thread_id text, p_draft_id text, p_sent text)
returns void
language sql
as $$
insert into public.popagent_thread_state as s (thread_id, sent_id, read_position)
values (p_thread_id, p_draft_id, thread.newest(p_thread_id))
on conflict (thread_id) do update
set
    draft = case when s.draft_id = p_draft_id or s.draft = p_sent then '' else s.draft end,
    sent_id = coalesce(p_draft_id, s.sent_id),
    read_position = greatest(s.read_position, excluded.read_position),
    updated_at = public.clock()
$$;
