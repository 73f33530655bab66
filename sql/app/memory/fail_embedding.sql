-- Notes in words why memories could not be embedded; the next attempt waits a minute, then two, at most an hour.
create function memory.fail_embedding(p_error text)
returns void
language sql
as $$
insert into public.popagent_memory_embedding_state as s (singleton, failures, error, retry_at)
values (true, 1, p_error, public.clock() + interval '1 minute')
on conflict (singleton) do update
set failures = s.failures + 1,
    error = excluded.error,
    retry_at = public.clock() + least(interval '1 minute' * power(2, least(s.failures, 10)), interval '1 hour')
$$;
