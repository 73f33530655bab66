-- Whether a model may name a session that stays: nobody did before, so that it is called by the first words of its
-- first message, or not at all.
create function session.wants_title(p_id text)
returns boolean
language sql stable
as $$
select exists (
    select
    from public.popagent_sessions s
    where s.id = p_id
    and not s.title_locked
    and not s.title_generated
    and not s.temporary
    and (s.title = '' or s.title = session.title_from(thread.first_text(s.id)))
)
$$;
