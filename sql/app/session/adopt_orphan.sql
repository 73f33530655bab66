-- Makes a session for a chat thread that has none, named by its first question and as old as it is; whether it did.
create function session.adopt_orphan(p_id text)
returns boolean
language plpgsql
as $$
begin
    insert into public.popagent_sessions (id, title, workspace_id, created_at, updated_at)
    select
        t.id,
        coalesce(session.title_from(thread.first_text(t.id)), ''),
        workspace.resolve(null),
        t.created_at,
        coalesce((select max(m.created_at) from public.popagent_messages m where m.thread_id = t.id), t.created_at)
    from public.popagent_threads t
    where t.id = p_id
    and t.kind = 'chat'
    on conflict (id) do nothing;
    return found;
end
$$;
