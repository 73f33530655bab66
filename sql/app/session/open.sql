-- Makes a session with its thread unless it exists; true when it was made.
-- An id that another kind of thread has, a task's for one, is refused.
create function session.open(
    p_id text,
    p_title text,
    p_workspace_id text,
    p_metadata jsonb default '{}',
    p_temporary boolean default false
)
returns boolean
language plpgsql
as $$
declare
    v_workspace_id text := workspace.resolve(p_workspace_id);
begin
    if p_id !~ '^[A-Za-z0-9_-]{1,64}$' then
        raise sqlstate 'PT400' using
            message = 'An id has 1 to 64 characters out of A-Z, a-z, 0-9, _ and -.',
            hint = 'invalid_id';
    end if;
    perform thread.open(p_id, 'chat', 'popagent-user');
    insert into public.popagent_sessions (id, title, workspace_id, metadata, temporary)
    values (p_id, p_title, v_workspace_id, p_metadata, p_temporary)
    on conflict (id) do nothing;
    return found;
end
$$;
