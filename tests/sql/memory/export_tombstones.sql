do $$
declare
    v_key jsonb;
begin
    insert into popagent_memory_tombstones (resource_id, key, folded_sha256, deleted_at) values
        ('r', 'b', '\x02', '2026-01-02Z'), ('r', null, '\x01', '2026-01-01Z'), ('r', null, '\x01', '2026-01-01Z'), ('r', 'a', '\x01', '2026-01-01Z');
    assert (select array_agg(coalesce(e.described ->> 'key', '-')) = '{-,a,b}' from memory.export_tombstones(null, 9) e), 'oldest first, each once';
    select e.key into v_key from memory.export_tombstones(null, 1) e;
    assert (select array_agg(e.described ->> 'key') = '{a,b}' from memory.export_tombstones(v_key, 9) e), 'a page after a key';
    assert (select e.described = '{"resource_id": "r", "key": "a", "folded_sha256": "01"}' || jsonb_build_object('deleted_at', '2026-01-01Z'::timestamptz) from memory.export_tombstones(v_key, 1) e);
end
$$;
