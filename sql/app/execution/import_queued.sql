-- Compares queued messages of an export with those stored; with p_write what is not there comes in.
-- A message is known by its place, or by its id where that stands at another.
create function execution.import_queued(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(s), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_queued_messages, r.described) g
    left join lateral (
        select m.*
        from public.popagent_queued_messages m
        where m.thread_id = g.thread_id
        and (m.position = g.position or m.id = g.id)
        order by m.position <> g.position
        limit 1
    ) s on true;
    if p_write then
        insert into public.popagent_queued_messages
        select g.*
        from jsonb_populate_recordset(null::public.popagent_queued_messages, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
