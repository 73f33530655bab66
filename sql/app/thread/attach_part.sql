-- Gives a thread the file of one part, and returns the part as it is stored: told by what was stored, not by the client.
-- A part carries its file as base64 in `data`, or names one that was uploaded. An upload whose
-- bytes the thread has under its name already is left to be swept; that of another thread is refused.
create function thread.attach_part(p_thread_id text, p_part jsonb)
returns jsonb
language plpgsql
as $$
declare
    v_id text := thread.attachment_id(p_part);
    v_file record;
begin
    if p_part ? 'data' then
        select s.id into v_id
        from thread.store_attachment(
            p_part ->> 'filename', p_part ->> 'mediaType', decode(p_part ->> 'data', 'base64'), p_part ->> 'text', p_thread_id
        ) s;
    end if;

    update public.popagent_attachments a
    set thread_id = p_thread_id
    where a.id = (
        select kept.id
        from public.popagent_attachments given
        join public.popagent_attachments kept
            on kept.id = given.id
            or (kept.thread_id = p_thread_id and kept.sha256 = given.sha256 and kept.name = given.name)
        where given.id = v_id
        and (given.thread_id is null or given.thread_id = p_thread_id)
        order by kept.thread_id is null, kept.created_at, kept.id
        limit 1
    )
    and (a.thread_id is null or a.thread_id = p_thread_id)
    returning a.id, a.name, a.media_type into v_file;
    if not found then
        raise sqlstate 'PT422' using
            message = 'A file of this message is not here: it was never uploaded, was removed, or belongs to another session. Attach it again.',
            hint = 'unknown_attachment';
    end if;
    return jsonb_build_object(
        'type', 'file', 'mediaType', v_file.media_type, 'filename', v_file.name, 'url', '/api/attachments/' || v_file.id
    );
end
$$;
