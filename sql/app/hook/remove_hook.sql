-- Deletes a hook and returns its row, as restore_hook takes it back. Its runs stay in the audit.
create function hook.remove_hook(p_id uuid, p_revision bigint default null)
returns jsonb
language plpgsql
as $$
declare
    v_stored public.popagent_hooks;
begin
    perform hook.require(p_id);
    delete from public.popagent_hooks h
    where h.id = p_id
    and h.revision = coalesce(p_revision, h.revision)
    returning h.* into v_stored;
    if not found then
        raise sqlstate 'PT409' using
            message = 'This hook changed in the meantime.',
            hint = 'revision_conflict',
            detail = (select to_jsonb(h)::text from public.popagent_hooks h where h.id = p_id);
    end if;
    return to_jsonb(v_stored);
end
$$;
