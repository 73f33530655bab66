-- Gives a thread its own copies of the files that parts of another thread's message name, and returns the
-- parts with the addresses of the copies.
create function thread.copy_files(p_from text, p_to text, p_parts jsonb)
returns jsonb
language sql
as $$
select coalesce(
    jsonb_agg(
        case when c.id is null then x.part else x.part || jsonb_build_object('url', '/api/attachments/' || c.id) end
        order by x.n
    ),
    '[]'
)
from jsonb_array_elements(p_parts) with ordinality as x (part, n)
left join lateral (
    select s.id
    from public.popagent_attachments a
    cross join lateral thread.store_attachment(a.name, a.media_type, a.content, a.text_content, p_to) s
    where a.id = thread.attachment_id(x.part)
    and a.thread_id = p_from
) c on true
$$;
