-- Makes a session that begins as a copy of another: of all that is shown, or up to a message (by id or position),
-- or up to what stands before a question, which its owner then asks anew. False when it was made before.
-- It works in the same workspace, is as temporary as its origin, and has a title of its own that no model
-- replaces; marks and metadata are not copied. A turn that runs is copied as far as it is stored.
create function session.fork(
    p_id text,
    p_new_id text,
    p_message_id text default null,
    p_position bigint default null,
    p_before boolean default false
)
returns boolean
language plpgsql
as $$
declare
    v_origin public.popagent_sessions;
    v_through bigint;
begin
    perform session.require(p_id, null);
    v_through := thread.place(p_id, p_message_id, p_position, p_before);
    select s.* into v_origin from public.popagent_sessions s where s.id = p_id;
    if not session.open(p_new_id, '', v_origin.workspace_id, '{}', v_origin.temporary) then
        if exists (select from public.popagent_sessions s where s.id = p_new_id and s.forked_from = p_id) then
            return false;
        end if;
        raise sqlstate 'PT409' using
            message = 'There is a session with this id already. Load it, or choose another id.',
            hint = 'session_exists';
    end if;
    update public.popagent_sessions s
    set forked_from = p_id
    where s.id = p_new_id;
    -- A copy of nothing is named by its first question, as any other.
    if thread.copy(p_id, p_new_id, v_through) > 0 and v_origin.title <> '' then
        update public.popagent_sessions s
        set
            title = session.fork_title(v_origin.title),
            title_generated = true
        where s.id = p_new_id;
    end if;
    return true;
end
$$;
