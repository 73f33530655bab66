-- A session as a number, so that postings stay small; two sessions of one resource will not share one.
create function memory.talk(p_kind text, p_session_id text)
returns bigint
language sql immutable parallel safe
as $$
select hashtextextended(p_session_id, 0)
where p_kind = 'episode'
$$;
