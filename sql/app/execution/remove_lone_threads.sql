-- Deletes the threads of delegations that no execution belongs to; returns how many. Those that somebody holds are passed over.
create function execution.remove_lone_threads()
returns bigint
language plpgsql
as $$
declare
    v_id text;
    v_count bigint := 0;
begin
    for v_id in
        select l.id
        from execution.lone_threads() l
    loop
        continue when not thread.try_lock(v_id);
        if exists (select from execution.lone_threads() l where l.id = v_id) then
            perform thread.remove(v_id);
            v_count := v_count + 1;
        end if;
    end loop;
    return v_count;
end
$$;
