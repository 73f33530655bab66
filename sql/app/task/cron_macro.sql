-- The five fields that a name such as @daily stands for; null when it is none.
create function task.cron_macro(p_name text)
returns text
language sql immutable
as $$
select case p_name
    when '@yearly' then '0 0 1 1 *'
    when '@annually' then '0 0 1 1 *'
    when '@monthly' then '0 0 1 * *'
    when '@weekly' then '0 0 * * 0'
    when '@daily' then '0 0 * * *'
    when '@midnight' then '0 0 * * *'
    when '@hourly' then '0 * * * *'
end
$$;
