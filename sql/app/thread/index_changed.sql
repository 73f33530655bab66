-- Keeps what can be found in step with a message that was changed, hidden or shown again.
create function thread.index_changed()
returns trigger
language plpgsql
as $$
begin
    if not new.shown then
        delete from public.popagent_thread_search s
        where s.thread_id = new.thread_id
        and s.position = new.position;
    elsif exists (select from public.popagent_threads t where t.id = new.thread_id and t.kind = 'chat') then
        perform thread.index_text(new.thread_id, new.position, new.created_at, thread.searchable(new.parts));
    end if;
    return null;
end
$$;
