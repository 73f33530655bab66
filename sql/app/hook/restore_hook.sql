-- Takes back a hook that remove_hook gave, as it was; one that is there again stays.
create function hook.restore_hook(p_row jsonb)
returns void
language sql
as $$
select hook.refuse_invalid(jsonb_populate_record(null::public.popagent_hooks, p_row));

insert into public.popagent_hooks
select r.*
from jsonb_populate_record(null::public.popagent_hooks, p_row) r
on conflict do nothing
$$;
