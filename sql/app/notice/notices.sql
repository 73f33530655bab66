-- The newest notices, or the one with an id.
create function notice.notices(p_id bigint default null, p_limit integer default 50)
returns table (
    id bigint,
    kind text,
    title text,
    address text,
    delivery text,
    attempts integer,
    error text,
    created_at timestamptz,
    delivered_at timestamptz
)
language sql stable
as $$
select n.id, n.kind, n.title, n.address, n.delivery, n.attempts, n.error, n.created_at, n.delivered_at
from public.popagent_notices n
where p_id is null or n.id = p_id
order by n.id desc
limit p_limit
$$;
