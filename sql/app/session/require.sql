-- Locks a session for a write, and refuses when it is gone or was changed since it was read.
-- A null revision locks without comparing.
create function session.require(p_id text, p_revision bigint)
returns void
language plpgsql
as $$
declare
    v_revision bigint := session.lock(p_id);
begin
    if v_revision is null then
        raise sqlstate 'PT404' using
            message = 'There is no session with this id.',
            hint = 'session_not_found';
    end if;
    if v_revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'revision conflict',
            hint = 'revision_conflict';
    end if;
end
$$;
