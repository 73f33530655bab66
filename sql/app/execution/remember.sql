-- Stores a fact as a model asks for it in a thread: for the thread's owner alone, and nothing that the owner
-- deleted after saying it; what a specialist asks for belongs to the chat that it works for. p_supersedes repeats,
-- word for word or nearly, the fact that it corrects; without a key of its own it then takes that one's place under
-- the same key. Returns what memory.learn() tells, and how many facts read like the one to be superseded: it is
-- superseded when it is one, else all stay as they are.
create function execution.remember(
    p_thread_id text,
    p_content text,
    p_key text,
    p_importance double precision,
    p_supersedes text,
    p_recalled uuid[]
)
returns table (outcome text, superseding bigint)
language plpgsql
as $$
declare
    v_thread_id text;
    v_owner text;
    v_old uuid[];
    v_key text;
begin
    select coalesce(t.parent_id, t.id), t.resource_id into v_thread_id, v_owner
    from public.popagent_threads t
    where t.id = p_thread_id;
    if v_owner is null then
        raise sqlstate 'PT404' using message = 'The session was deleted.', hint = 'session_not_found';
    end if;
    perform execution.refuse_temporary(v_thread_id);
    perform memory.lock_facts(v_owner);
    select coalesce(array_agg(w.id), '{}'), coalesce(text.tidy(p_key), case when count(*) = 1 then max(w.key) end)
    into v_old, v_key
    from memory.worded(v_owner, p_supersedes) w;
    return query
    select l.outcome, cardinality(v_old)::bigint
    from memory.learn(
        v_owner, p_content, v_key, p_importance, v_thread_id,
        execution.said_at(v_owner, v_thread_id, p_content, v_key, p_recalled),
        case when cardinality(v_old) = 1 then v_old[1] end) l;
end
$$;
