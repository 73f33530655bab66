-- Renames a session, archives or restores it, pins or unpins it, in one write; null leaves a thing as it is.
-- A title of the owner's choice is locked; an empty one unlocks: the first message names the session, and a model
-- may after the next answer. A pin alone is no write: it needs no revision and makes no new one.
create function session.patch(
    p_id text,
    p_revision bigint,
    p_title text default null,
    p_archived boolean default null,
    p_pinned boolean default null
)
returns bigint
language plpgsql
as $$
begin
    perform session.require(p_id, p_revision);
    if (p_archived or p_pinned) and exists (select from public.popagent_sessions s where s.id = p_id and s.temporary) then
        raise sqlstate 'PT422' using
            message = 'A temporary chat is neither pinned nor archived: it goes when it ends.',
            hint = 'temporary_session';
    end if;
    update public.popagent_sessions s
    set
        title = coalesce(nullif(p_title, ''), session.title_from(thread.first_text(p_id)), ''),
        title_locked = p_title <> '',
        title_generated = false
    where s.id = p_id
    and p_title is not null;
    update public.popagent_sessions s
    set
        archived_at = case coalesce(p_archived, s.archived_at is not null) when true then coalesce(s.archived_at, public.clock()) end,
        pinned_at = case coalesce(p_pinned, s.pinned_at is not null) when true then coalesce(s.pinned_at, public.clock()) end
    where s.id = p_id
    and (p_archived is not null or p_pinned is not null);
    if p_title is null and p_archived is null then
        return session.lock(p_id);
    end if;
    return session.bump(p_id);
end
$$;
