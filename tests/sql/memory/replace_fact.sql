do $$
declare
    v_id uuid := (select r.id from memory.remember('r', 'One', 'k', 0.3, 's1') r);
    v_seq bigint := (select m.seq from popagent_memories m);
begin
    perform memory.touch(array[v_id]);
    perform memory.replace_fact(v_id, 'Two', 'k2', 0.6, 's2');
    assert (select (m.content, m.key, m.importance, m.session_id, m.revision, m.access_count, m.seq > v_seq)
        = ('Two', 'k2', 0.6::float8, 's2', 2::bigint, 0::bigint, true) from popagent_memories m where m.id = v_id), 'the new value in place, newest of all';
    assert (select (m.content, m.key, m.importance, m.session_id, m.revision, m.access_count, m.seq = v_seq, m.superseded_by)
        = ('One', 'k', 0.3::float8, 's1', 1::bigint, 1::bigint, true, v_id) from popagent_memories m where m.id <> v_id), 'the old one as it was';
    assert not exists (select from memory.check_index()), 'the index follows';
    begin
        perform memory.replace_fact(gen_random_uuid(), 'x', null, 0, null);
        assert false, 'what does not exist is not replaced';
    exception when no_data_found then
        null;
    end;
end
$$;
