-- Whether something that last changed at this time is as it was seeded: nothing else is stored in that moment.
create function settings.is_seeded(p_updated_at timestamptz)
returns boolean
language sql stable
as $$
select exists (
    select
    from public.popagent_data_migrations d
    where d.applied_at = p_updated_at
)
$$;
