-- Shows another version of an answer. The caller holds the lock of the thread.
create function thread.show_version(p_thread_id text, p_id text)
returns void
language plpgsql
as $$
declare
    v_question_id text;
begin
    select m.question_id into v_question_id
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    and m.id = p_id;
    if v_question_id is null then
        raise sqlstate 'PT404' using
            message = 'There is no version of an answer with this id in this session.',
            hint = 'version_not_found';
    end if;
    perform thread.hide_version(p_thread_id, v_question_id);
    update public.popagent_messages m
    set shown = true
    where m.thread_id = p_thread_id
    and m.id = p_id;
end
$$;
