-- The postings follow the memories in the same transaction, whoever writes them.

create trigger postings_follow_inserts
after insert on public.popagent_memories
referencing new table as come
for each statement execute function memory.keep_postings();

create trigger postings_follow_updates
after update on public.popagent_memories
referencing old table as gone new table as come
for each statement execute function memory.keep_postings();

create trigger postings_follow_deletes
after delete on public.popagent_memories
referencing old table as gone
for each statement execute function memory.keep_postings();

create trigger postings_follow_truncation
after truncate on public.popagent_memories
for each statement execute function memory.clear_postings();

create trigger embeddings_follow_inserts
after insert on public.popagent_memories
for each statement execute function memory.embed_inserted();
