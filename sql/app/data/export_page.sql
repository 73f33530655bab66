-- A page of an export: the rows of one kind after a key, each with its key and its line. What belongs to a
-- temporary session has no line: it is to leave no trace. After the last row comes an empty page.
-- A line is text, so that no number passes through another program's idea of numbers on its way.
create function data.export_page(p_kind text, p_after text default null, p_limit integer default 100)
returns table (key text, line text)
language sql stable
set timezone = 'UTC'
as $$
select
    r.key::text,
    case when s.temporary is not true then '{"' || p_kind || '": ' || r.described || '}' end
from data.rows_after(p_kind, p_after::jsonb, p_limit) r
left join public.popagent_sessions s
on s.id = case p_kind
    when 'thread' then r.described ->> 'id'
    when 'session' then r.described ->> 'id'
    when 'memory' then null
    else r.described ->> 'thread_id'
end
$$;
