-- How many memories there are, history included, and a sum over what they say: equal when none was made, changed
-- or deleted. That one was given to a model changes neither.
create function memory.fingerprint()
returns table (memory_count bigint, checksum text)
language sql stable
as $$
select
    count(*),
    coalesce(sum(hashtextextended(
        concat_ws('/', m.id, m.resource_id, m.key, m.importance, encode(m.content_sha256, 'hex'), m.superseded_by), 0
    )::numeric), 0)::text
from public.popagent_memories m
$$;
