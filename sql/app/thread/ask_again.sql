-- Notes which execution answers a question now; how that one stands is what is told of the question.
create function thread.ask_again(p_thread_id text, p_id text, p_execution_id uuid)
returns void
language sql
as $$
update public.popagent_messages m
set execution_id = p_execution_id
where m.thread_id = p_thread_id
and m.id = p_id
$$;
