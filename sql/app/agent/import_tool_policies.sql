-- Compares what an export says about tools with what is decided here; with p_write what is not comes in. A decision as it
-- was seeded counts as not there, and gives way.
create function agent.import_tool_policies(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(p), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_tool_policies, r.described) g
    left join public.popagent_tool_policies p
        on p.tool = g.tool
        and (not settings.is_seeded(p.updated_at) or to_jsonb(p) = to_jsonb(g));
    if p_write then
        delete from public.popagent_tool_policies p
        using jsonb_populate_recordset(null::public.popagent_tool_policies, p_rows) g
        where p.tool = g.tool
        and settings.is_seeded(p.updated_at)
        and to_jsonb(p) <> to_jsonb(g);
        insert into public.popagent_tool_policies
        select g.*
        from jsonb_populate_recordset(null::public.popagent_tool_policies, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
