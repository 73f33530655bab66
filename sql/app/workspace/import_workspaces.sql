-- Compares repository definitions of an export with those stored; with p_write what is not there comes in.
-- One as it was seeded counts as not there. There is one default, and where one is already it stays.
create function workspace.import_workspaces(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(w), to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_agent_workspaces, r.described) g
    left join public.popagent_agent_workspaces w on w.id = g.id and (not settings.is_seeded(w.updated_at) or to_jsonb(w) = to_jsonb(g));
    if p_write then
        insert into public.popagent_agent_workspaces as w (id, name, path, is_default, revision, created_at, updated_at)
        select
            g.id,
            g.name,
            g.path,
            g.is_default
                and not exists (select from public.popagent_agent_workspaces o where o.is_default and o.id <> g.id),
            g.revision,
            g.created_at,
            g.updated_at
        from jsonb_populate_recordset(null::public.popagent_agent_workspaces, p_rows) g
        on conflict (id) do update
        set
            name = excluded.name,
            path = excluded.path,
            is_default = excluded.is_default,
            revision = excluded.revision,
            created_at = excluded.created_at,
            updated_at = excluded.updated_at
        where settings.is_seeded(w.updated_at);
    end if;
end
$$;
