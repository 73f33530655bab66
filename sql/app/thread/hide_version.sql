-- Hides the version of an answer that is shown, to make room for another one.
create function thread.hide_version(p_thread_id text, p_question_id text)
returns void
language sql
as $$
update public.popagent_messages m
set shown = false
where m.thread_id = p_thread_id
and m.question_id = p_question_id
and m.shown
$$;
