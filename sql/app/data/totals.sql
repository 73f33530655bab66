-- How much there is: sessions that are active and archived, messages, memories. By it a clean-up is checked afterwards:
-- the checksum says that memories are as they were.
create function data.totals()
returns table (active bigint, archived bigint, messages bigint, memories bigint, memory_checksum text)
language sql stable
as $$
select
    (select count(*) from public.popagent_sessions s where s.archived_at is null and not s.temporary),
    (select count(*) from public.popagent_sessions s where s.archived_at is not null),
    (select count(*) from public.popagent_messages),
    f.memory_count,
    f.checksum
from memory.fingerprint() f
$$;
