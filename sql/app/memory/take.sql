-- Deletes a memory with its history and returns both as rows that memory.restore() takes back.
create function memory.take(p_resource_id text, p_id uuid)
returns jsonb
language plpgsql
as $$
declare
    v_rows jsonb;
begin
    perform memory.lock_facts(p_resource_id);
    v_rows := memory.snapshot(p_resource_id, p_id);
    perform memory.forget(p_resource_id, p_id);
    return v_rows;
end
$$;
