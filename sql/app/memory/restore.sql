-- Takes back memories that memory.snapshot() described, with their ids; returns how many rows came back.
-- What says the same as something stored by now stays out. The tombstones of what comes back go.
create function memory.restore(p_resource_id text, p_rows jsonb)
returns bigint
language plpgsql
as $$
declare
    v_count bigint;
begin
    perform memory.lock_facts(p_resource_id);
    insert into public.popagent_memories (
        id, resource_id, session_id, kind, key, content, importance, created_at, updated_at,
        last_accessed_at, access_count, revision, superseded_at, superseded_by
    )
    select
        r.id, p_resource_id, r.session_id, r.kind, r.key, r.content, r.importance, r.created_at, r.updated_at,
        r.last_accessed_at, r.access_count, r.revision, r.superseded_at, r.superseded_by
    from rows from (jsonb_to_recordset(p_rows) as (
        id uuid, session_id text, kind text, key text, content text, importance double precision,
        created_at timestamptz, updated_at timestamptz, last_accessed_at timestamptz, access_count bigint,
        revision bigint, superseded_at timestamptz, superseded_by uuid
    )) with ordinality as r (
        id, session_id, kind, key, content, importance, created_at, updated_at, last_accessed_at,
        access_count, revision, superseded_at, superseded_by, n
    )
    order by r.n
    on conflict do nothing;
    get diagnostics v_count = row_count;
    delete from public.popagent_memory_tombstones t
    using public.popagent_memories m
    where m.id in (select (r.value ->> 'id')::uuid from jsonb_array_elements(p_rows) r)
    and m.resource_id = p_resource_id
    and t.resource_id = p_resource_id
    and (t.folded_sha256 = m.folded_sha256 or t.key = m.key);
    return v_count;
end
$$;
