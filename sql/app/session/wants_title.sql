-- Whether a model may name a session: it has no title of its owner's choice, none that a model gave, and will stay.
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
)
$$;
