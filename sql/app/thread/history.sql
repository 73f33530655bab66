-- What a model is given of a thread: its newest messages, oldest first, within a budget of characters.
-- With p_until it is the thread as it was when the message at that position was asked. Of an answer's versions
-- it is the one shown, of the images the newest are given. The cut falls before a user message, so that no answer
-- and no tool result stands without what it belongs to. The newest user message is always part of it. What lies
-- before the cut is not read, so that a long thread costs what a short one does.
create function thread.history(p_thread_id text, p_budget integer default 200000, p_until bigint default null)
returns table (messages jsonb)
language plpgsql stable
as $$
declare
    v_message record;
    v_size bigint := 0;
    v_start bigint;
begin
    for v_message in
        select m.position, m.role,
            case
                when m.parts @> '[{"type": "file"}]' then thread.given_size(p_thread_id, m.parts)
                else length(m.parts::text)
            end as size
        from public.popagent_messages m
        where m.thread_id = p_thread_id
        and m.shown
        and (p_until is null or m.position <= p_until)
        order by m.position desc
        limit 1000
    loop
        v_size := v_size + v_message.size;
        exit when v_size > p_budget and v_start is not null;
        if v_message.role = 'user' then
            v_start := v_message.position;
        end if;
    end loop;

    return query
    with image as (
        select i.position, array_agg(i.id) as ids
        from thread.images_given(p_thread_id, v_start, p_until) i
        group by i.position
    )
    select coalesce(jsonb_agg(x.message order by m.position, x.n), '[]')
    from public.popagent_messages m
    left join image i on i.position = m.position
    cross join lateral thread.model_messages(m.role, m.parts, p_thread_id, i.ids) x
    where m.thread_id = p_thread_id
    and m.shown
    and m.position >= v_start
    and (p_until is null or m.position <= p_until);
end
$$;
