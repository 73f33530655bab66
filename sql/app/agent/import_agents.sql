-- Compares agents of an export with those stored; with p_write they take the place of those that their owner
-- never changed, which count as not there.
create function agent.import_agents(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(a), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_agents, r.described) g
    left join public.popagent_agents a on a.id = g.id and (not settings.is_seeded(a.updated_at) or to_jsonb(a) = to_jsonb(g));
    if p_write then
        insert into public.popagent_agents as a
        select g.*
        from jsonb_populate_recordset(null::public.popagent_agents, p_rows) g
        on conflict (id) do update
        set
            name = excluded.name,
            description = excluded.description,
            instructions = excluded.instructions,
            source_url = excluded.source_url,
            workspace_access = excluded.workspace_access,
            browser_access = excluded.browser_access,
            delegation_eligible = excluded.delegation_eligible,
            tools = excluded.tools,
            position = excluded.position,
            revision = excluded.revision,
            created_at = excluded.created_at,
            updated_at = excluded.updated_at
        where settings.is_seeded(a.updated_at);
    end if;
end
$$;
