-- Refuses tools that popagent does not have, unless the agent's row names them already: a row may name more
-- than this release knows, but nobody adds to that by mistake.
create function agent.refuse_unknown_tools(p_id text, p_tools text[], p_known_tools text[])
returns void
language plpgsql stable
as $$
declare
    v_unknown text;
begin
    select string_agg(t.name, ', ' order by t.n) into v_unknown
    from unnest(p_tools) with ordinality t (name, n)
    where not t.name = any (p_known_tools)
    and not exists (
        select
        from public.popagent_agents a
        where a.id = p_id
        and t.name = any (a.tools)
    );
    if v_unknown is not null then
        raise sqlstate 'PT422' using
            message = format('There is no tool called %s.', v_unknown),
            hint = 'unknown_tool',
            detail = jsonb_build_object('fields', jsonb_build_array(
                jsonb_build_object('field', 'tools', 'problem', format('there is no tool called %s', v_unknown))))::text;
    end if;
end
$$;
