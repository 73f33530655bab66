-- Leaves a tombstone for each fact that is about to be deleted, so that old conversations do not bring it back.
create function memory.bury(p_seqs bigint[])
returns void
language sql
as $$
insert into public.popagent_memory_tombstones (resource_id, key, folded_sha256, deleted_at)
select m.resource_id, case when m.superseded_at is null then m.key end, m.folded_sha256, public.clock()
from public.popagent_memories m
where m.seq = any (p_seqs)
and m.kind = 'fact'
$$;
