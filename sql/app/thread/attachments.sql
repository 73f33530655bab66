-- What is known of attachments, in the order in which they are named; unknown ones are left out.
create function thread.attachments(p_ids text[])
returns table (id text, name text, media_type text, size_bytes integer)
language sql stable
as $$
select a.id, a.name, a.media_type, a.size_bytes
from unnest(p_ids) with ordinality as x (id, n)
join public.popagent_attachments a on a.id = x.id
order by x.n
$$;
