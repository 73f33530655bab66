-- A notice that is to be sent on, and where to; nothing when it is not pending any more, or is not to be sent by now.
create function notice.to_deliver(p_id bigint)
returns table (kind text, title text, address text, url text, allow_loopback boolean, secret_name text)
language sql stable
as $$
select n.kind, n.title, n.address, s.url, s.allow_loopback, s.secret_name
from public.popagent_notices n
cross join public.popagent_notification_settings s
where n.id = p_id
and n.delivery = 'pending'
and s.url <> ''
$$;
