-- Changes columns of a hook and returns its new revision; those that are not named stay. The revision that the editor
-- saw must still be the stored one, else PT409 with the stored row as detail. One that comes to another event is its last.
create function hook.change_hook(p_id uuid, p_revision bigint, p_changes jsonb)
returns bigint
language plpgsql
as $$
declare
    v_stored public.popagent_hooks;
    v_hook public.popagent_hooks;
begin
    select h.* into v_stored from public.popagent_hooks h where h.id = p_id for no key update;
    perform hook.require(p_id);
    if v_stored.revision <> p_revision then
        raise sqlstate 'PT409' using
            message = 'This hook changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    v_hook := jsonb_populate_record(v_stored, p_changes);
    v_hook.matcher := regexp_replace(v_hook.matcher, '\s', '', 'g');
    perform hook.refuse_invalid(v_hook);
    update public.popagent_hooks h
    set event = v_hook.event,
        matcher = v_hook.matcher,
        kind = v_hook.kind,
        argv = v_hook.argv,
        url = v_hook.url,
        allow_loopback = v_hook.allow_loopback,
        secret_names = v_hook.secret_names,
        timeout_ms = v_hook.timeout_ms,
        on_failure = v_hook.on_failure,
        position = case
            when v_hook.event = v_stored.event then v_stored.position
            else (select coalesce(max(o.position), 0) + 1 from public.popagent_hooks o where o.event = v_hook.event)
        end,
        enabled = v_hook.enabled,
        revision = h.revision + 1,
        updated_at = public.clock()
    where h.id = p_id;
    return v_stored.revision + 1;
end
$$;
