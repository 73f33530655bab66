-- What a clean-up would find, by kind: chat threads without a session, sessions archived for so many days (none
-- without a number), temporary sessions that were never ended, files that nobody sent, turns without their
-- question, threads of delegations without their execution, and streams that are not needed any more.
create function data.leftovers(p_archived_days integer default null)
returns table (what text, row_count bigint)
language sql stable
as $$
select 'orphan_threads', (select count(*) from session.orphans())
union all
select 'archived_sessions', (select count(*) from session.archived_for(p_archived_days))
union all
select 'temporary_sessions', (
    select count(*)
    from public.popagent_sessions s
    where s.temporary
    and s.updated_at < public.clock() - interval '1 day'
)
union all
select 'unsent_files', (
    select count(*)
    from public.popagent_attachments a
    where a.thread_id is null
    and a.created_at < public.clock() - interval '1 day'
)
union all
select 'lost_turns', (select count(*) from execution.lost())
union all
select 'lone_delegations', (select count(*) from execution.lone_threads())
union all
select 'stale_streams', execution.stale_parts()
$$;
