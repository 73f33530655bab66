-- The id of a workspace: the one asked for, or the default when none is.
create function workspace.resolve(p_workspace_id text)
returns text
language plpgsql stable
as $$
declare
    v_id text;
begin
    select w.id into v_id
    from public.popagent_agent_workspaces w
    where case when p_workspace_id is null then w.is_default else w.id = p_workspace_id end;
    if v_id is not null then
        return v_id;
    end if;
    if p_workspace_id is null then
        raise sqlstate 'PT503' using
            message = 'No default workspace is set in popagent_agent_workspaces. Mark one as default.',
            hint = 'workspace_missing';
    end if;
    raise sqlstate 'PT422' using
        message = 'There is no workspace with this id.',
        hint = 'unknown_workspace';
end
$$;
