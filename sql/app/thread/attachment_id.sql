-- The id of the attachment that a part of a message names by its address; null when it names none.
create function thread.attachment_id(p_part jsonb)
returns text
language sql immutable
as $$
select case
    when p_part ->> 'type' = 'file' then substring(p_part ->> 'url' from '^/api/attachments/([A-Za-z0-9_-]{1,64})$')
end
$$;
