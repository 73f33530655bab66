-- A page of files as an export holds them, in the order of their ids; those that were not sent yet stay out.
create function thread.export_attachments(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select to_jsonb(a.id), thread.described_attachment(a)
from public.popagent_attachments a
where a.thread_id is not null
and (p_after is null or a.id collate "C" > p_after #>> '{}')
order by a.id collate "C"
limit p_limit
$$;
