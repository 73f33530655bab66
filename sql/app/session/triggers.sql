-- What can be found follows the titles in the same transaction.

create trigger search_follows_new_titles
after insert on public.popagent_sessions
for each row execute function session.index_title();

create trigger search_follows_changed_titles
after update of title on public.popagent_sessions
for each row when (old.title is distinct from new.title)
execute function session.index_title();
