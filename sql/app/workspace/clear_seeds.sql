-- Removes definitions that were seeded at one of these times and never changed since.
create function workspace.clear_seeds(p_seeded_at timestamptz[])
returns void
language sql
as $$
delete from public.popagent_agent_workspaces w
where w.updated_at = any (p_seeded_at)
$$;
