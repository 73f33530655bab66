-- Compares what an owner was asked about calls of tools with what is stored; with p_write what is not there comes in.
create function execution.import_tool_approvals(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(a), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_tool_approvals, r.described) g
    left join public.popagent_tool_approvals a on a.id = g.id;
    if p_write then
        insert into public.popagent_tool_approvals
        select g.*
        from jsonb_populate_recordset(null::public.popagent_tool_approvals, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
