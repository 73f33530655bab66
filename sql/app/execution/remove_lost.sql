-- Deletes the turns whose question is gone, passing over those that somebody holds; returns how many.
create function execution.remove_lost()
returns bigint
language sql
as $$
with gone as (
    delete from public.popagent_executions e
    where e.id = any (array(
        select o.id
        from public.popagent_executions o
        where o.id in (select l.id from execution.lost() l)
        for update skip locked
    ))
    returning e.id
)
select count(*)
from gone
$$;
