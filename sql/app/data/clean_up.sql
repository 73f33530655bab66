-- Cleans up in one transaction and returns by kind how many rows went, or were adopted.
-- Of threads and sessions it takes those that are named, and only while they are as they were marked: what
-- changed since the backup stays. What somebody holds is passed over. Memories are not touched.
create function data.clean_up(
    p_orphans text[],
    p_orphan_marks bigint[],
    p_adopt boolean,
    p_archived text[],
    p_archived_marks bigint[]
)
returns table (what text, row_count bigint)
language plpgsql
as $$
begin
    return query
    select case when p_adopt then 'adopted' else 'orphan_threads' end, count(*)
    from unnest(p_orphans, p_orphan_marks) o (id, mark)
    where case when p_adopt then session.adopt_orphan(o.id) else session.remove_orphan(o.id, o.mark) end;

    return query
    select 'archived_sessions', count(*)
    from unnest(p_archived, p_archived_marks) a (id, mark)
    where session.remove_archived(a.id, a.mark);

    return query
    select 'temporary_sessions', session.sweep_temporary()::bigint;

    return query
    select 'unsent_files', thread.sweep_attachments()::bigint;

    return query
    select 'lost_turns', execution.remove_lost();

    return query
    select 'lone_delegations', execution.remove_lone_threads();

    return query
    select 'stale_streams', execution.sweep();
end
$$;
