-- Keeps a text that is not sent yet, the last one that is saved; false when it was sent by now.
-- A draft has an id from its first key until it is sent. A save that names the draft sent last came late: were
-- it kept, the box would be filled again with what was said already. Whoever writes here is at the page and has read it.
create function thread.save_draft(p_thread_id text, p_draft text, p_draft_id text default null)
returns boolean
language plpgsql
as $$
begin
    if octet_length(p_draft) > 1000000 then
        raise sqlstate 'PT422' using
            message = 'A draft can be at most 1 MB long.',
            hint = 'draft_too_long';
    end if;
    insert into public.popagent_thread_state as s (thread_id, draft, draft_id, read_position)
    values (p_thread_id, p_draft, p_draft_id, thread.newest(p_thread_id))
    on conflict (thread_id) do update
    set
        draft = excluded.draft,
        draft_id = excluded.draft_id,
        updated_at = public.clock()
    where s.sent_id is distinct from p_draft_id
    or p_draft_id is null;
    return found;
end
$$;
