-- Stores a file, for a thread or, until its message is sent, for none.
-- What the thread has already, the same bytes under the same name, is found instead of stored again.
-- p_text is the text of a text file and null for an image; its beginning is kept beside the bytes.
create function thread.store_attachment(
    p_name text,
    p_media_type text,
    p_content bytea,
    p_text text default null,
    p_thread_id text default null
)
returns table (id text, name text, media_type text, size_bytes integer)
language plpgsql
as $$
declare
    v_name text := thread.file_name(p_name);
    v_sha256 bytea := sha256(p_content);
begin
    return query
    select a.id, a.name, a.media_type, a.size_bytes
    from public.popagent_attachments a
    where a.thread_id = p_thread_id
    and a.sha256 = v_sha256
    and a.name = v_name
    limit 1;
    if found then
        return;
    end if;

    return query
    insert into public.popagent_attachments as a
        (thread_id, name, media_type, size_bytes, sha256, content, text_content)
    values (
        p_thread_id, v_name, p_media_type, octet_length(p_content), v_sha256, p_content, text.cut(p_text, 100000)
    )
    returning a.id, a.name, a.media_type, a.size_bytes;
end
$$;
