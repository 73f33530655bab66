-- The title of a copy: that of its origin, marked as a fork, with the first number that is free.
create function session.fork_title(p_title text)
returns text
language sql stable
as $$
select t.title
from (select left(regexp_replace(p_title, '\s*\(fork( \d+)?\)$', ''), 185) as title) b
cross join generate_series(1, 10000) n
cross join lateral (
    select ltrim(b.title || case when n = 1 then ' (fork)' else ' (fork ' || n || ')' end) as title
) t
where not exists (select from public.popagent_sessions s where s.title = t.title)
order by n
limit 1
$$;
