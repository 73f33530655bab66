-- Every change of a session is heard by the pages that show it.

create trigger a_change_rings
after insert or update or delete on public.popagent_sessions
for each row execute function session.ring();
