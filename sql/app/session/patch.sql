-- Renames a session, archives or restores it, in one write; null leaves a thing as it is.
-- A title of the owner's choice is locked; an empty one unlocks, and the first message names the session.
create function session.patch(
    p_id text,
    p_revision bigint,
    p_title text default null,
    p_archived boolean default null
)
returns bigint
language plpgsql
as $$
begin
    perform session.require(p_id, p_revision);
    update public.popagent_sessions s
    set
        title = coalesce(nullif(p_title, ''), session.title_from(thread.first_text(p_id)), ''),
        title_locked = p_title <> ''
    where s.id = p_id
    and p_title is not null;
    update public.popagent_sessions s
    set archived_at = case when p_archived then coalesce(s.archived_at, public.clock()) end
    where s.id = p_id
    and p_archived is not null;
    return session.bump(p_id);
end
$$;
