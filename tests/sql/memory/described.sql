do $$
begin
    set local popagent.now = '2026-12-01 08:00:00.123456+00';
    set local timezone = 'Asia/Tokyo';
    perform memory.remember('r', 'Port 22', 'ssh.port', 0.5, 's');
    assert (select memory.described(m) - 'id' - 'seq' from popagent_memories m where m.resource_id = 'r') = '{
        "session_id": "s", "kind": "fact", "key": "ssh.port", "content": "Port 22", "importance": 0.5,
        "created_at": "2026-12-01 08:00:00.123456Z", "updated_at": "2026-12-01 08:00:00.123456Z",
        "last_accessed_at": null, "access_count": 0, "revision": 1, "superseded_at": null, "superseded_by": null
    }' and (select (memory.described(m) ->> 'seq')::bigint = m.seq from popagent_memories m where m.resource_id = 'r'), 'every column, times in UTC whatever the session''s zone';
end
$$;
