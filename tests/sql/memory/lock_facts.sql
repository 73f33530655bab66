do $$
begin
    perform memory.lock_facts('r');
    perform memory.lock_facts('r');
    assert (select count(*) from pg_locks l where l.locktype = 'advisory' and l.pid = pg_backend_pid()) = 1, 'one lock an owner, taken again at will';
    perform memory.lock_facts('other');
    assert (select count(*) from pg_locks l where l.locktype = 'advisory' and l.pid = pg_backend_pid()) = 2, 'others are not held up';
end
$$;
