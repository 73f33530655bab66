-- What a clean-up is about to delete or adopt, to be read together with its backup: chat threads without a session, and
-- sessions archived for so many days, each with the mark by which a later change is noticed.
create function data.marked(p_archived_days integer default null)
returns table (orphans text[], orphan_marks bigint[], archived text[], archived_marks bigint[])
language sql stable
as $$
select
    (select coalesce(array_agg(o.id order by o.id), '{}') from session.orphans() o),
    (select coalesce(array_agg(o.mark order by o.id), '{}') from session.orphans() o),
    (select coalesce(array_agg(a.id order by a.id), '{}') from session.archived_for(p_archived_days) a),
    (select coalesce(array_agg(a.mark order by a.id), '{}') from session.archived_for(p_archived_days) a)
$$;
