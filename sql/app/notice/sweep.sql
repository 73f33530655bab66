-- Deletes notices of more than thirty days ago; returns how many.
create function notice.sweep()
returns bigint
language sql
as $$
with gone as (
    delete from public.popagent_notices n
    where n.created_at < public.clock() - interval '30 days'
    returning n.id
)
select count(*) from gone
$$;
