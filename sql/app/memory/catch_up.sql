-- Rebuilds the index when it was made by another version of memory.terms() or while the triggers were
-- gone; the loader calls it after every load. Returns whether it had to.
create function memory.catch_up()
returns boolean
language plpgsql
as $$
begin
    if exists (
        select
        from public.popagent_memory_index i
        where i.terms_version = memory.terms_version()
    ) and (
        select coalesce(sum(t.memory_count), 0)
        from public.popagent_memory_totals t
    ) = (
        select count(*)
        from public.popagent_memories m
        where m.superseded_at is null
    ) then
        return false;
    end if;
    perform memory.rebuild_index();
    return true;
end
$$;
