do $$
begin
    insert into popagent_memory_tombstones (resource_id, key, folded_sha256, deleted_at) values ('r', null, '\x0a', '2026-01-01Z');
    assert memory.has_tombstone('{"resource_id": "r", "key": null, "folded_sha256": "0a", "deleted_at": "2026-01-01T01:00:00+01:00"}');
    assert not memory.has_tombstone('{"resource_id": "r", "key": "k", "folded_sha256": "0a", "deleted_at": "2026-01-01T00:00:00Z"}');
    assert not memory.has_tombstone('{"resource_id": "r", "key": null, "folded_sha256": "0b", "deleted_at": "2026-01-01T00:00:00Z"}');
    assert not memory.has_tombstone('{"resource_id": "s", "key": null, "folded_sha256": "0a", "deleted_at": "2026-01-01T00:00:00Z"}');
end
$$;
