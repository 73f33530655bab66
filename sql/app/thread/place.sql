-- The position of a shown message, found by id or position; of a question, what stands before it when that is asked
-- for (0 at the beginning). Null when no message is named: the whole thread. What is not there is refused.
create function thread.place(p_thread_id text, p_message_id text, p_position bigint, p_before boolean)
returns bigint
language plpgsql stable
as $$
declare
    v_position bigint;
    v_role text;
begin
    if p_message_id is null and p_position is null then
        return null;
    end if;
    select m.position, m.role into v_position, v_role
    from public.popagent_messages m
    where m.thread_id = p_thread_id
    and (p_message_id is null or m.id = p_message_id)
    and (p_position is null or m.position = p_position)
    and m.shown;
    if not found then
        raise sqlstate 'PT404' using
            message = 'This session has no such message, or shows another version of it.',
            hint = 'message_not_found';
    end if;
    if p_before and v_role <> 'user' then
        raise sqlstate 'PT422' using
            message = 'Only a question can be asked anew. Name a message of the user.',
            hint = 'not_a_question';
    end if;
    return case when p_before then v_position - 1 else v_position end;
end
$$;
