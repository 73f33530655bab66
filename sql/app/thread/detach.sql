-- Takes from a thread the files of parts that become no message of it, as if they had just been uploaded: they may be
-- attached again, and are swept a day later. What a message of the thread names stays.
create function thread.detach(p_thread_id text, p_parts jsonb)
returns void
language sql
as $$
update public.popagent_attachments a
set
    thread_id = null,
    created_at = public.clock()
where a.thread_id = p_thread_id
and a.id in (select thread.attachment_id(x.part) from jsonb_array_elements(p_parts) as x (part))
and not exists (
    select
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    and m.parts @> jsonb_build_array(jsonb_build_object('type', 'file', 'url', '/api/attachments/' || a.id))
)
$$;
