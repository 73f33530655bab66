-- Compares what an export says about tools with what is decided here; with p_write what is not comes in.
create function agent.import_tool_policies(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(p), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_tool_policies, r.described) g
    left join public.popagent_tool_policies p on p.tool = g.tool;
    if p_write then
        insert into public.popagent_tool_policies
        select g.*
        from jsonb_populate_recordset(null::public.popagent_tool_policies, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
