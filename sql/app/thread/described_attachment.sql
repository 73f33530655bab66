-- A file as an export holds it: its bytes in base64, its hash in hexadecimal digits.
create function thread.described_attachment(p_attachment public.popagent_attachments)
returns jsonb
language sql stable
as $$
select to_jsonb(p_attachment) || jsonb_build_object(
    'sha256', encode(p_attachment.sha256, 'hex'),
    'content', translate(encode(p_attachment.content, 'base64'), e'\n', '')
)
$$;
