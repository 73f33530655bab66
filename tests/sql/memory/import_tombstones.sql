do $$
declare
    v_rows jsonb := '[{"resource_id": "r", "key": null, "folded_sha256": "0a", "deleted_at": "2026-01-01T00:00:00Z"}]';
begin
    assert (select i.stored is null from memory.import_tombstones(v_rows, false) i);
    assert not exists (select from popagent_memory_tombstones), 'comparing writes nothing';
    perform memory.import_tombstones(v_rows, true);
    assert (select i.stored = i.given from memory.import_tombstones(v_rows, true) i), 'then it is here';
    assert (select count(*) = 1 and bool_and(t.folded_sha256 = '\x0a') from popagent_memory_tombstones t), 'once';
end
$$;
