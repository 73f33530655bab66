-- Adds a part to the stream of an execution that no process has. The caller holds the lock of the session.
create function execution.add_part(p_execution_id uuid, p_part jsonb)
returns void
language sql
as $$
insert into public.popagent_execution_parts (execution_id, first_n, parts)
select p_execution_id, coalesce(max(p.first_n + jsonb_array_length(p.parts)), 1), jsonb_build_array(p_part)
from public.popagent_execution_parts p
where p.execution_id = p_execution_id
$$;
