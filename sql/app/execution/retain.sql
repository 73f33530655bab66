-- Stores the episode of a completed execution, when both sides said something; none of a temporary session.
-- The program may say how the question is to read in it, so that the secrets it names are left out.
create function execution.retain(p_thread_id text, p_question_id text, p_answer jsonb, p_question text default null)
returns void
language sql
as $$
select memory.retain(
    p_resource_id => t.resource_id,
    p_session_id => p_thread_id,
    p_user_text => coalesce(p_question, thread.subject_of(q.parts)),
    p_assistant_text => thread.text_of(p_answer),
    p_created_at => public.clock()
)
from public.popagent_threads t
join public.popagent_messages q on q.thread_id = t.id and q.id = p_question_id
where t.id = p_thread_id
and not execution.is_temporary(p_thread_id)
$$;
