-- Gives a thread whose messages were copied from another its own copies of their files, so that each may go without the other.
-- To be called when the messages are there: it turns the addresses in them.
create function thread.copy_attachments(p_from text, p_to text)
returns void
language sql
as $$
update public.popagent_messages m
set parts = thread.copy_files(p_from, p_to, m.parts)
where m.thread_id = p_to
and exists (
    select
    from jsonb_array_elements(m.parts) as x (part)
    join public.popagent_attachments a on a.id = thread.attachment_id(x.part)
    where a.thread_id = p_from
)
$$;
