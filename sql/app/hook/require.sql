-- Refuses an id that no hook has.
create function hook.require(p_id uuid)
returns void
language plpgsql stable
as $$
begin
    if not exists (select from public.popagent_hooks h where h.id = p_id) then
        raise sqlstate 'PT404' using message = 'There is no hook with this id. It may have been deleted.', hint = 'hook_not_found';
    end if;
end
$$;
