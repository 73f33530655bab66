-- Gives a session the title that a model made; true when it did. Never over a title that its owner chose, and
-- not over one that a model gave before: clearing the title makes room for another.
create function session.entitle(p_id text, p_title text)
returns boolean
language plpgsql
as $$
declare
    v_title text := session.tidy_title(p_title);
    v_revision bigint := session.lock(p_id);
    v_before text;
begin
    if v_revision is null or v_title is null or not session.wants_title(p_id) then
        return false;
    end if;
    select s.title into v_before from public.popagent_sessions s where s.id = p_id;
    update public.popagent_sessions s
    set
        title = v_title,
        title_generated = true
    where s.id = p_id;
    if v_title <> v_before then
        perform session.bump(p_id);
    end if;
    return true;
end
$$;
