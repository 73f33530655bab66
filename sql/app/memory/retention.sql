-- The limits of retention that hold: those that are given, and for a null what the settings say.
create function memory.retention(p_keep_for interval default null, p_keep integer default null)
returns table (keep_for interval, keep integer)
language plpgsql stable
as $$
begin
    if p_keep_for < interval '0' or p_keep < 0 then
        raise sqlstate 'PT422' using message = 'Limits of retention are not negative.', hint = 'retention_out_of_range';
    elsif p_keep_for is not null and p_keep is not null then
        return query select p_keep_for, p_keep;
        return;
    end if;
    return query
    select coalesce(p_keep_for, make_interval(days => s.episode_days)), coalesce(p_keep, s.episodes_kept)
    from settings.memory_retention() s;
end
$$;
