do $$
declare
    v_seq bigint;
begin
    perform memory.remember('r', 'Port 22', 'ssh.port');
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    perform memory.retain('other', 's', 'Hi', 'Hello', '2026-11-24 08:00+00');
    assert (select count(*) = 3 from memory.export_memories(null, 10)), 'of all owners, history included';
    assert (select array_agg(e.key order by e.n) = array(select to_jsonb(m.seq) from popagent_memories m order by m.seq) from memory.export_memories(null, 10) with ordinality e (key, described, n)), 'in the order of storing';
    select max(e.key::bigint) into v_seq from memory.export_memories(null, 2) e;
    assert (select e.described ->> 'kind' = 'episode' from memory.export_memories(to_jsonb(v_seq), 10) e), 'a page after a key';
    assert (
        select array_agg(k order by k) = array(
            select a.attname::text from pg_attribute a
            where a.attrelid = 'popagent_memories'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            order by 1)
        from memory.export_memories(to_jsonb(v_seq), 10) e, jsonb_object_keys(e.described) k
    ), 'with every column that is not made of others';
end
$$;
