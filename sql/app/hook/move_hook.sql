-- Moves a hook one place up or down among those of its event; at the end of the list it stays where it is.
create function hook.move_hook(p_id uuid, p_up boolean)
returns void
language sql
as $$
select hook.require(p_id);

update public.popagent_hooks h
set position = o.place
from (
    select n.id, row_number() over (order by n.n + case when n.id = p_id then case when p_up then -1.5 else 1.5 end else 0 end) as place
    from (
        select a.id, row_number() over (order by a.position, a.created_at, a.id) as n
        from public.popagent_hooks a
        where a.event = (select m.event from public.popagent_hooks m where m.id = p_id)
    ) n
) o
where h.id = o.id
and h.position <> o.place
$$;
