-- Locks a schedule and returns it; PT404 when there is none, PT409 with the stored row when it is not at that revision.
create function task.require_schedule(p_id uuid, p_revision bigint default null)
returns public.popagent_agent_schedules
language plpgsql
as $$
declare
    v_stored public.popagent_agent_schedules;
begin
    select s.* into v_stored from public.popagent_agent_schedules s where s.id = p_id for no key update;
    if v_stored.id is null then
        raise sqlstate 'PT404' using
            message = 'There is no schedule with this id. It may have been deleted.', hint = 'schedule_not_found';
    elsif v_stored.revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'This schedule changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    return v_stored;
end
$$;
