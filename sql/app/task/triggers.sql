-- What is heard of tasks, what no write can do to one, and how one follows its execution.

create trigger states_follow_one_another
before update of state on public.popagent_agent_tasks
for each row when (old.state is distinct from new.state)
execute function task.refuse_transition();

create trigger a_change_rings
after insert or update of state on public.popagent_agent_tasks
for each row execute function task.ring();

create trigger a_task_follows_its_execution
after update of state on public.popagent_executions
for each row when (new.kind = 'task' and old.state is distinct from new.state)
execute function task.follow();
