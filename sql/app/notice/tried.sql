-- Notes an attempt to send a notice; without an error it has arrived. After the fifth it is given up. Returns whether it
-- is to be tried again.
create function notice.tried(p_id bigint, p_error text default null)
returns boolean
language sql
as $$
update public.popagent_notices n
set attempts = n.attempts + 1,
    error = p_error,
    delivery = case when p_error is null then 'delivered' when n.attempts >= 4 then 'failed' else 'pending' end,
    delivered_at = case when p_error is null then public.clock() end
where n.id = p_id
and n.delivery = 'pending'
returning n.delivery = 'pending'
$$;
