-- The first instant after a gap in local time, for a local time within it; null when the gap is longer than three hours:
-- then the day was left out, and what was to happen then with it.
create function task.gap_end(p_local timestamp, p_zone text, p_before interval, p_after interval)
returns timestamptz
language plpgsql stable
as $$
declare
    v_low timestamp := p_local - p_after;
    v_high timestamp := p_local - p_before;
    v_middle timestamp;
begin
    if p_after - p_before > interval '3 hours' then
        return null;
    end if;
    -- Between the two the offset changes from one to the other; it does so at a whole minute.
    while v_high - v_low > interval '1 minute' loop
        v_middle := date_trunc('minute', v_low + (v_high - v_low) / 2);
        if ((v_middle at time zone 'UTC') at time zone p_zone) - v_middle = p_after then
            v_high := v_middle;
        else
            v_low := v_middle;
        end if;
    end loop;
    return v_high at time zone 'UTC';
end
$$;
