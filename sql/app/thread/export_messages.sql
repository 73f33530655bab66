-- A page of messages as an export holds them, versions that are not shown included, thread by thread in their order.
-- Threads are walked one after another: few have to be looked at, however many there are.
create function thread.export_messages(p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language plpgsql stable
as $$
declare
    v_thread_id text;
    v_room bigint := p_limit;
    v_count bigint;
begin
    for v_thread_id in
        select t.id
        from public.popagent_threads t
        where p_after is null or t.id collate "C" >= p_after ->> 0
        order by t.id collate "C"
    loop
        return query
        select jsonb_build_array(m.thread_id, m.position), to_jsonb(m)
        from public.popagent_messages m
        where m.thread_id = v_thread_id
        and m.position > case when v_thread_id = p_after ->> 0 then (p_after ->> 1)::bigint else 0 end
        order by m.position
        limit v_room;
        get diagnostics v_count = row_count;
        v_room := v_room - v_count;
        exit when v_room = 0;
    end loop;
end
$$;
