-- Prepares a database that nobody has used yet for an import: what was seeded there by the seeds that the
-- export knows, and was never changed, goes where an owner may have deleted it; what they kept, the export brings.
create function data.clear_seeds(p_seeds text[])
returns void
language plpgsql
as $$
declare
    v_seeded_at constant timestamptz[] := array(
        select d.applied_at
        from public.popagent_data_migrations d
        where d.id = any (p_seeds)
    );
begin
    if exists (select from public.popagent_threads) or exists (select from public.popagent_memories) then
        return;
    end if;
    perform workspace.clear_seeds(v_seeded_at);
    perform agent.clear_seeds(v_seeded_at);
end
$$;
