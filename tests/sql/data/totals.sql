do $$
begin
    perform session.open(i, i, null, p_temporary => i = 'secret') from unnest(array['a', 'b', 'c', 'secret']) i;
    update popagent_sessions set archived_at = clock() where id = 'a';
    perform thread.append('b', 'm', 'user', '[]', '{}', gen_random_uuid());
    perform memory.remember('r', 'Likes tea');
    assert (select (t.active, t.archived, t.messages, t.memories) = (2, 1, 1, 1) and t.memory_checksum = f.checksum from data.totals() t, memory.fingerprint() f), 'listed sessions, and memories';
end
$$;
