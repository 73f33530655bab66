-- What a model is given of one file of a message, as a list of content parts; the demo model reads these words too.
-- A text file stands between two lines that carry its id: whoever wrote the file could not know that, so nothing
-- in it ends the block. The name is quoted, so that it stays a name.
create function thread.file_content(p_part jsonb, p_thread_id text, p_images text[])
returns jsonb
language sql stable
as $$
with file as (
    select
        to_jsonb(thread.file_name(coalesce(a.name, p_part ->> 'filename')))::text as name,
        a.id,
        a.media_type,
        a.size_bytes,
        a.content,
        a.text_content,
        coalesce(a.id = any (p_images), false) as is_given
    from (select thread.attachment_id(p_part) as id) p
    left join public.popagent_attachments a on a.id = p.id and a.thread_id = p_thread_id
)
select jsonb_build_array(jsonb_build_object('type', 'text', 'text', case
    when f.id is null then format('The file %s was attached here. It is not stored any more.', f.name)
    when f.text_content is not null then format(
        e'Attached file %s (text, %s bytes): all that stands between the two lines with the mark %s.\n%s begins\n%s\n%s ends',
        f.name, f.size_bytes, f.id, f.id, f.text_content, f.id
    )
    when f.is_given then format('Attached image %s (%s, %s bytes):', f.name, f.media_type, f.size_bytes)
    else format('The image %s (%s, %s bytes) was attached here. It is not shown again.', f.name, f.media_type, f.size_bytes)
end)) || case
    when f.is_given then jsonb_build_array(jsonb_build_object('type', 'image_url', 'image_url', jsonb_build_object(
        'url', 'data:' || f.media_type || ';base64,' || replace(encode(f.content, 'base64'), e'\n', '')
    )))
    else '[]'
end
from file f
$$;
