-- Removes skills that were seeded at one of these times and never changed since.
create function agent.clear_seeds(p_seeded_at timestamptz[])
returns void
language sql
as $$
delete from public.popagent_agent_skills s
where s.updated_at = any (p_seeded_at)
$$;
