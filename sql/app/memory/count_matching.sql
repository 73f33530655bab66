-- How many memories an owner's filters pick out.
create function memory.count_matching(
    p_resource_id text,
    p_kind text default null,
    p_key text default null,
    p_session_id text default null,
    p_search text default null
)
returns bigint
language sql stable
as $$
select count(*)
from memory.matching(p_resource_id, p_kind, p_key, p_session_id, p_search)
$$;
