-- Changes an agent; what is null stays as it is. The revision that the editor saw must still be the stored one,
-- else PT409 with the stored row as detail. p_known_tools, if given, are all tools that there are.
-- Id and source are fixed. An edit applies to the next execution.
create function agent.change(
    p_id text,
    p_revision bigint,
    p_name text default null,
    p_description text default null,
    p_instructions text default null,
    p_workspace_access text default null,
    p_browser_access text default null,
    p_delegation_eligible boolean default null,
    p_tools text[] default null,
    p_known_tools text[] default null
)
returns bigint
language plpgsql
as $$
declare
    v_stored record;
    v_revision bigint;
begin
    perform agent.check_change(
        p_id, p_name, p_description, p_instructions, p_workspace_access, p_browser_access, p_delegation_eligible, p_tools);
    perform from public.popagent_agents a where a.id = p_id for update;
    select * into v_stored from agent.load(p_id);
    if v_stored.revision is distinct from p_revision then
        raise sqlstate 'PT409' using
            message = 'This agent changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    perform agent.refuse_unknown_tools(p_id, p_tools, p_known_tools);
    update public.popagent_agents a
    set name = coalesce(text.line(text.tidy(p_name)), a.name),
        description = coalesce(text.tidy(p_description), a.description),
        instructions = coalesce(text.tidy(p_instructions), a.instructions),
        workspace_access = coalesce(p_workspace_access, a.workspace_access),
        browser_access = coalesce(p_browser_access, a.browser_access),
        delegation_eligible = coalesce(p_delegation_eligible, a.delegation_eligible),
        tools = coalesce(p_tools, a.tools),
        revision = a.revision + 1,
        updated_at = public.clock()
    where a.id = p_id
    returning a.revision into v_revision;
    return v_revision;
end
$$;
