-- Notes that a chore is done, and what it did.
create function job.finish_chore(p_name text, p_result jsonb)
returns void
language sql
as $$
update public.popagent_chores c
set
    finished_at = public.clock(),
    result = p_result
where c.name = p_name
$$;
