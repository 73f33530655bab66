-- Puts the job that embeds memories into the queue, unless embedding is off or cannot be done, waits after a
-- failure, or the job waits there already; returns whether it did. While one runs, which may be about to end,
-- another may wait, under a key of its own. With p_anew no failure is waited for: its owner has changed
-- something. Nobody waits for another who is doing the same right now.
create function memory.request_embedding(p_anew boolean default false)
returns boolean
language plpgsql
as $$
begin
    if not exists (select from public.popagent_memory_embedding_settings s where s.enabled)
    or not memory.has_vectors() then
        return false;
    end if;
    if p_anew then
        update public.popagent_memory_embedding_state s
        set failures = 0,
            error = null,
            retry_at = null
        where s.failures > 0;
    end if;
    if exists (select from public.popagent_memory_embedding_state s where s.retry_at > public.clock())
    or exists (select from public.pgqueuer q where q.entrypoint = 'memory-embed' and q.status = 'queued')
    or not pg_try_advisory_xact_lock(hashtextextended('memory.request_embedding', 0)) then
        return false;
    end if;
    return job.enqueue('memory-embed', case
        when exists (select from public.pgqueuer q where q.dedupe_key = 'memory-embed' and q.status = 'picked')
        then 'memory-embed next'
        else 'memory-embed'
    end) is not null;
end
$$;
