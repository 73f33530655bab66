-- What a model is asked for the title of an answered question's session, and which model; nothing when the session
-- needs none by now. Of a conversation that is longer already, its first question tells what it is about.
create function execution.title_request(p_execution_id uuid)
returns table (thread_id text, model text, messages jsonb)
language sql stable
as $$
select
    e.thread_id,
    e.model,
    jsonb_build_array(
        jsonb_build_object('role', 'system', 'content', execution.title_prompt()),
        jsonb_build_object('role', 'user', 'content', concat_ws(
            e'\n\n',
            'The user wrote:',
            text.cut(thread.first_text(e.thread_id), 2000),
            case when thread.subject_of(q.parts) <> thread.first_text(e.thread_id) then text.cut(thread.subject_of(q.parts), 2000) end,
            'The answer:',
            text.cut(thread.text_of(a.parts), 2000)
        ))
    )
from public.popagent_executions e
join public.popagent_messages q on q.thread_id = e.thread_id and q.id = e.question_id
join public.popagent_messages a on a.thread_id = e.thread_id and a.id = e.answer_id
where e.id = p_execution_id
and session.wants_title(e.thread_id)
$$;
