-- One attachment with its bytes.
create function thread.load_attachment(p_id text)
returns table (name text, media_type text, content bytea)
language plpgsql stable
as $$
begin
    return query
    select a.name, a.media_type, a.content
    from public.popagent_attachments a
    where a.id = p_id;
    if not found then
        raise sqlstate 'PT404' using
            message = 'There is no attachment with this id. It may have gone with its session.',
            hint = 'attachment_not_found';
    end if;
end
$$;
