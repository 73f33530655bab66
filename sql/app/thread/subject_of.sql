-- What a message is about, for a title or an episode: its text or, when it says nothing, the names of its files.
create function thread.subject_of(p_parts jsonb)
returns text
language sql stable
as $$
select case
    when thread.text_of(p_parts) ~ '\S' then thread.text_of(p_parts)
    else coalesce(string_agg(thread.file_name(coalesce(a.name, x.part ->> 'filename')), ', ' order by x.n), '')
end
from jsonb_array_elements(p_parts) with ordinality as x (part, n)
left join public.popagent_attachments a on a.id = thread.attachment_id(x.part)
where x.part ->> 'type' = 'file'
$$;
