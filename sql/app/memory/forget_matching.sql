-- Deletes the memories an owner's filters pick out, and returns how many rows went, history included.
-- p_expected is the number that the owner was shown: when it is another by now, nothing is deleted.
create function memory.forget_matching(
    p_resource_id text,
    p_expected bigint,
    p_kind text default null,
    p_key text default null,
    p_session_id text default null,
    p_search text default null
)
returns bigint
language plpgsql
as $$
declare
    v_ids uuid[];
begin
    perform memory.lock_facts(p_resource_id);
    select coalesce(array_agg(x.id order by x.seq), '{}') into v_ids
    from memory.matching(p_resource_id, p_kind, p_key, p_session_id, p_search) x;
    if cardinality(v_ids) <> p_expected then
        raise sqlstate 'PT409' using
            message = format('These are %s memories by now, not %s. Nothing was deleted; look again.', cardinality(v_ids), p_expected),
            hint = 'count_changed',
            detail = jsonb_build_object('count', cardinality(v_ids))::text;
    end if;
    return memory.forget_all(p_resource_id, v_ids);
end
$$;
