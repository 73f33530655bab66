-- Claims a chore whose period has passed since it last began; true for one caller, however many ask at once.
create function job.claim_chore(p_name text, p_every interval)
returns boolean
language plpgsql
as $$
begin
    insert into public.popagent_chores as c (name, started_at)
    values (p_name, public.clock())
    on conflict (name) do update
    set
        started_at = excluded.started_at,
        finished_at = null,
        result = null
    where c.started_at <= excluded.started_at - p_every;
    return found;
end
$$;
