do $$
begin
    insert into popagent_memory_tombstones (resource_id, key, folded_sha256, deleted_at)
    values ('r', 'k', popagent_same('Tea.'), '2026-05-02');
    assert memory.deleted_later('r', 'tea', null, '2026-05-01'), 'the wording, however it is spelt';
    assert memory.deleted_later('r', 'coffee', 'k', '2026-05-01'), 'the key, whatever its value';
    assert memory.deleted_later('r', 'tea', null, '2026-05-02'), 'at the very same time as well';
    assert not memory.deleted_later('r', 'tea', 'k', '2026-05-03'), 'not what was said later';
    assert not memory.deleted_later('r', 'tea', 'k', null), 'nor what its owner adds by hand';
    assert not memory.deleted_later('r', 'coffee', null, '2026-05-01'), 'nor anything else';
    assert not memory.deleted_later('other', 'tea', 'k', '2026-05-01'), 'nor for another owner';
end
$$;
