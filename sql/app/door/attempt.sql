-- Counts an attempt to log in before its key is looked at, so that attempts at once are counted too; returns 0 when it
-- may go on, else the seconds to wait. One that has to wait is not counted.
create function door.attempt(p_network text)
returns integer
language plpgsql
as $$
declare
    v_until timestamptz;
begin
    perform pg_advisory_xact_lock(hashtextextended('popagent login attempts', 0));
    delete from public.popagent_login_attempts a
    using door.limits() l
    where a.attempted_at <= public.clock() - l.within;

    select max(x.until) into v_until
    from door.limits() l
    cross join lateral (
        (
            select a.attempted_at + l.within as until
            from public.popagent_login_attempts a
            where a.address = p_network
            order by a.attempted_at desc
            offset l.of_one - 1
            limit 1
        )
        union all
        (
            select a.attempted_at + l.within
            from public.popagent_login_attempts a
            order by a.attempted_at desc
            offset l.of_all - 1
            limit 1
        )
    ) x;
    if v_until is not null then
        return greatest(1, ceil(extract(epoch from v_until - public.clock())));
    end if;
    insert into public.popagent_login_attempts (address, attempted_at)
    values (p_network, public.clock());
    return 0;
end
$$;
