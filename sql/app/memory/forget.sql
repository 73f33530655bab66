-- Deletes a memory; a fact goes with its history and leaves tombstones. Returns how many rows went.
create function memory.forget(p_resource_id text, p_id uuid)
returns integer
language plpgsql
as $$
declare
    v_gone integer := memory.forget_all(p_resource_id, array[p_id]);
begin
    if v_gone = 0 then
        raise sqlstate 'PT404' using message = 'This memory does not exist.', hint = 'memory_not_found';
    end if;
    return v_gone;
end
$$;
