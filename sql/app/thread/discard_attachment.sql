-- Deletes an attachment that was not sent. One that was belongs to its message and goes with its session.
create function thread.discard_attachment(p_id text)
returns void
language plpgsql
as $$
begin
    delete from public.popagent_attachments a
    where a.id = p_id
    and a.thread_id is null;
    if not found then
        perform thread.load_attachment(p_id);
        raise sqlstate 'PT409' using
            message = 'This file was sent with a message and stays with it. Delete the session to delete both.',
            hint = 'attachment_sent';
    end if;
end
$$;
