-- A page of an export: the rows of one kind after a key, each with its key and its line. What belongs to a
-- temporary session has no line: it is to leave no trace. After the last row comes an empty page.
-- A line is text, so that no number passes through another program's idea of numbers on its way.
create function data.export_page(p_kind text, p_after text default null, p_limit integer default 100)
returns table (key text, line text)
language sql stable
set timezone = 'UTC'
as $$
with row as materialized (
    select
        r.n,
        r.key,
        r.described,
        case
            when p_kind in ('thread', 'session') then r.described ->> 'id'
            when p_kind <> 'memory' then r.described ->> 'thread_id'
        end as thread_id
    from data.rows_after(p_kind, p_after::jsonb, p_limit) with ordinality r (key, described, n)
),
forgotten as materialized (
    select t.thread_id
    from (select distinct r.thread_id from row r) t
    where execution.is_temporary(t.thread_id)
)
select r.key::text, case when f.thread_id is null then '{"' || p_kind || '": ' || r.described || '}' end
from row r
left join forgotten f on f.thread_id = r.thread_id
order by r.n
$$;
