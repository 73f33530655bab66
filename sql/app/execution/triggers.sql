-- What is heard of executions and queues, and what no write can do to an execution.

create trigger states_follow_one_another
before update of state on public.popagent_executions
for each row when (old.state is distinct from new.state)
execute function execution.refuse_transition();

create trigger a_beginning_rings
after insert on public.popagent_executions
for each row execute function execution.ring();

create trigger a_change_of_state_rings
after update of state on public.popagent_executions
for each row when (old.state is distinct from new.state)
execute function execution.ring();

create trigger a_change_of_the_queue_rings
after insert or update or delete on public.popagent_queued_messages
for each row execute function execution.ring();
