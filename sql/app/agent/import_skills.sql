-- Compares skills of an export with those stored; with p_write what is not there comes in.
-- A skill is known by its id, or by its name where the agent has one of that name under another id; when that
-- says the same, only the id differs. One as it was seeded counts as not there, and gives way.
create function agent.import_skills(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
declare
    v_passing constant text[] := array['id', 'position', 'enabled', 'revision', 'created_at', 'updated_at'];
begin
    return query
    select
        r.n,
        case
            when s.id <> g.id and to_jsonb(s) - v_passing = to_jsonb(g) - v_passing
            then to_jsonb(g) || jsonb_build_object('id', s.id)
            else to_jsonb(s)
        end,
        to_jsonb(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_agent_skills, r.described) g
    left join lateral (
        select k.*
        from public.popagent_agent_skills k
        where (k.id = g.id or (k.agent_id, k.name) = (g.agent_id, g.name))
        and (not settings.is_seeded(k.updated_at) or to_jsonb(k) = to_jsonb(g))
        order by k.id <> g.id
        limit 1
    ) s on true;
    if p_write then
        delete from public.popagent_agent_skills k
        using jsonb_populate_recordset(null::public.popagent_agent_skills, p_rows) g
        where (k.id = g.id or (k.agent_id, k.name) = (g.agent_id, g.name))
        and settings.is_seeded(k.updated_at)
        and to_jsonb(k) <> to_jsonb(g);
        insert into public.popagent_agent_skills
        select g.*
        from jsonb_populate_recordset(null::public.popagent_agent_skills, p_rows) g
        on conflict do nothing;
    end if;
end
$$;
