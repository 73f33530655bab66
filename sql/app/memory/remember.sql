-- Stores a fact as memory.learn() does. Returns the fact and whether it is new: false as well when its key had
-- another value or it was known; id null when its owner deleted it after it was said (p_said_at).
create function memory.remember(
    p_resource_id text,
    p_content text,
    p_key text default null,
    p_importance double precision default 0.5,
    p_session_id text default null,
    p_said_at timestamptz default null,
    p_supersedes uuid default null
)
returns table (id uuid, created boolean)
language sql
as $$
select l.id, l.outcome = 'new'
from memory.learn(p_resource_id, p_content, p_key, p_importance, p_session_id, p_said_at, p_supersedes) l
$$;
