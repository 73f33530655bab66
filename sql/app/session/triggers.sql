-- Every change of a session is heard by the pages that show it, and every title can be found.

create trigger a_change_rings
after insert or update or delete on public.popagent_sessions
for each row execute function session.ring();

create trigger search_follows_new_titles
after insert on public.popagent_sessions
for each row execute function session.index_title();

create trigger search_follows_changed_titles
after update of title on public.popagent_sessions
for each row when (old.title is distinct from new.title)
execute function session.index_title();
