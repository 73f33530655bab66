-- What is noted, and heard.

create trigger the_end_of_a_task_is_noted
after update of state on public.popagent_agent_tasks
for each row when (old.state is distinct from new.state and new.state in ('completed', 'failed'))
execute function notice.note_task();

create trigger a_turn_that_waits_is_noted
after update of state on public.popagent_executions
for each row when (new.kind = 'turn' and new.state = 'waiting' and old.state is distinct from new.state)
execute function notice.note_turn();

create trigger a_notice_rings
after insert on public.popagent_notices
for each row execute function notice.ring();
