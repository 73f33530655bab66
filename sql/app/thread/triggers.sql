-- What can be found follows the messages in the same transaction.

create trigger search_follows_new_messages
after insert on public.popagent_messages
referencing new table as come
for each statement execute function thread.index_inserted();

create trigger search_follows_changed_messages
after update of parts, shown on public.popagent_messages
for each row when (old.parts is distinct from new.parts or old.shown is distinct from new.shown)
execute function thread.index_changed();
