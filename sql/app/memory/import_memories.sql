-- Compares memories of an export with those stored; with p_write what is not there comes in.
-- How often something was said again or given to a model does not count as a difference. What says the same
-- as a memory with another id is there already; another value of a key that holds is one.
-- The order of storing is kept, and its numbers where none as high is given out yet. The lock keeps other
-- writers from taking a number meanwhile.
create function memory.import_memories(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
declare
    v_ignored constant text[] := array[
        'seq', 'updated_at', 'last_accessed_at', 'access_count', 'revision', 'content_sha256', 'folded_sha256', 'search'
    ];
    v_last bigint;
begin
    return query
    select
        r.n,
        case when s.id <> g.id and s.folded_sha256 = public.popagent_same(g.content) then to_jsonb(g) else to_jsonb(s) end
            - v_ignored,
        to_jsonb(g) - v_ignored
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_memories, r.described) g
    left join lateral (
        select m.*
        from public.popagent_memories m
        where m.id = g.id
        or m.id = memory.twin(g.resource_id, g.kind, g.key, g.content, g.superseded_at)
        order by m.id <> g.id
        limit 1
    ) s on true;
    if p_write then
        perform memory.lock_facts(o.resource_id)
        from (
            select distinct r.described ->> 'resource_id' as resource_id
            from jsonb_array_elements(p_rows) r (described)
            order by 1
        ) o;
        lock table public.popagent_memories in share row exclusive mode;
        select coalesce(max(m.seq), 0) into v_last
        from public.popagent_memories m;
        insert into public.popagent_memories (
            id, seq, resource_id, session_id, kind, key, content, importance, created_at, updated_at,
            last_accessed_at, access_count, revision, superseded_at, superseded_by
        )
        overriding system value
        select
            g.id, greatest(g.seq, v_last + row_number() over (order by g.seq)), g.resource_id, g.session_id, g.kind, g.key,
            g.content, g.importance, g.created_at, g.updated_at, g.last_accessed_at, g.access_count, g.revision,
            g.superseded_at, g.superseded_by
        from jsonb_populate_recordset(null::public.popagent_memories, p_rows) g
        where not exists (select from public.popagent_memories m where m.id = g.id)
        order by g.seq
        on conflict do nothing;
        perform setval(
            'public.popagent_memories_seq_seq',
            greatest(max(m.seq), pg_sequence_last_value('public.popagent_memories_seq_seq')))
        from public.popagent_memories m;
    end if;
end
$$;
