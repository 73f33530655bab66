-- Moves a skill one place up or down in its agent's catalogue; at the end of the list it stays where it is.
create function agent.move_skill(p_agent_id text, p_id text, p_up boolean)
returns void
language sql
as $$
select agent.lock_skills(p_agent_id);

update public.popagent_agent_skills s
set position = o.place
from (
    select n.id, row_number() over (order by n.n + case when n.id = p_id then case when p_up then -1.5 else 1.5 end else 0 end) as place
    from (
        select a.id, row_number() over (order by a.position, a.name) as n
        from public.popagent_agent_skills a
        where a.agent_id = p_agent_id
    ) n
) o
where s.id = o.id
and s.position <> o.place
$$;
