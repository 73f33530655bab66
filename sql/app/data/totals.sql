-- By what a clean-up is checked afterwards: how many sessions are active and archived, and that memories are as they were.
create function data.totals()
returns table (active bigint, archived bigint, memories bigint, memory_checksum text)
language sql stable
as $$
select
    (select count(*) from public.popagent_sessions s where s.archived_at is null and not s.temporary),
    (select count(*) from public.popagent_sessions s where s.archived_at is not null),
    f.memory_count,
    f.checksum
from memory.fingerprint() f
$$;
