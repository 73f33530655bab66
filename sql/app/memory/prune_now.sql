-- Prunes by hand, as the settings say, and notes it as the last run. p_expected is the number that the owner was
-- shown: when it is another by now, nothing is deleted.
create function memory.prune_now(p_expected bigint)
returns table (expired bigint, surplus bigint)
language plpgsql
as $$
declare
    v_count bigint;
begin
    perform pg_advisory_xact_lock(hashtextextended('memory.prune', 0));
    select p.expired + p.surplus into v_count
    from memory.prunable() p;
    if v_count <> p_expected then
        raise sqlstate 'PT409' using
            message = format('These are %s episodes by now, not %s. Nothing was deleted; look again.', v_count, p_expected),
            hint = 'count_changed',
            detail = jsonb_build_object('count', v_count)::text;
    end if;
    perform job.claim_chore('memory-prune', interval '0');
    select p.expired, p.surplus into expired, surplus
    from memory.prune() p;
    perform job.finish_chore('memory-prune', jsonb_build_object('expired', expired, 'surplus', surplus));
    return next;
end
$$;
