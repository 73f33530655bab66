-- How much a stored message takes of what a model can be given, in characters: its parts and its text files.
-- Images do not count: they are given by number and bytes, see thread.images_given.
create function thread.given_size(p_thread_id text, p_parts jsonb)
returns bigint
language sql stable
as $$
select length(p_parts::text) + case
    when p_parts @> '[{"type": "file"}]' then (
        select coalesce(sum(least(a.size_bytes, 100000)), 0)
        from jsonb_array_elements(p_parts) as x (part)
        join public.popagent_attachments a on a.id = thread.attachment_id(x.part)
        where a.thread_id = p_thread_id
        and a.media_type = 'text/plain'
    )
    else 0
end
$$;
