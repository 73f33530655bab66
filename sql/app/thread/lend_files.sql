-- Copies of the files of a message, for one that is asked in its place elsewhere: they are no thread's until that is sent.
-- The message is named by its id or its position.
create function thread.lend_files(p_thread_id text, p_message_id text, p_position bigint)
returns table (id text, name text, media_type text, size_bytes integer)
language sql
as $$
select s.id, s.name, s.media_type, s.size_bytes
from public.popagent_messages m
cross join lateral jsonb_array_elements(m.parts) with ordinality as x (part, n)
join public.popagent_attachments a on a.id = thread.attachment_id(x.part) and a.thread_id = m.thread_id
cross join lateral thread.store_attachment(a.name, a.media_type, a.content, a.text_content) s
where m.thread_id = p_thread_id
and (m.id = p_message_id or m.position = p_position)
and m.role = 'user'
order by x.n
$$;
