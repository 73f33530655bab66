do $$
declare
    v_id uuid;
    v_rows jsonb;
begin
    select r.id into v_id from memory.remember('r', 'Port 22', 'ssh.port', 0.9, 's') r;
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    v_rows := memory.snapshot('r', v_id);
    perform memory.forget('r', v_id);
    assert memory.restore('r', v_rows) = 2, 'what was deleted comes back';
    assert (select (l.content, l.key, l.revision) = ('Port 49222', 'ssh.port', 2) from memory.load('r', v_id) l), 'under its id';
    assert (select array_agg(e.content) from memory.earlier('r', v_id) e) = array['Port 22'], 'with its history';
    assert (select m.content from memory.recall('r', 'which port') m) = 'Port 49222', 'and is recalled';
    assert not exists (select from popagent_memory_tombstones where resource_id = 'r'), 'nothing says any more that it is gone';
    assert memory.restore('r', v_rows) = 0, 'a second time does nothing';
    assert memory.restore('r', '[]') = 0;

    perform memory.forget('r', v_id);
    perform memory.remember('r', 'Port 80', 'ssh.port');
    assert memory.restore('r', v_rows) = 0, 'what was replaced meanwhile stays out';
    assert not exists (select from memory.history), 'with its history';
    assert exists (select from popagent_memory_tombstones where resource_id = 'r'), 'and is still known to be deleted';
end
$$;

-- An undone deletion leaves the order of an owner's memories, and of a session's episodes, as it was.
do $$
declare
    v_ids uuid[] := array(select r.id from generate_series(1, 3) n, memory.retain('o', 's', 'said ' || n, 'yes', '2026-01-01') r order by n);
    v_seqs bigint[] := array(select m.seq from popagent_memories m where m.resource_id = 'o' order by m.seq);
    v_rows jsonb := memory.take('o', v_ids[2]);
begin
    assert memory.restore('o', v_rows, p_keep_seq => true) = 1;
    assert array(select l.id from memory.list_page('o') l order by l.seq) = v_ids, 'it stands where it stood';
    assert array(select m.seq from popagent_memories m where m.resource_id = 'o' order by m.seq) = v_seqs, 'under its old number';
    assert not exists (select from memory.check_index()), 'the index is right';
    v_rows := memory.take('o', v_ids[2]);
    perform memory.restore('o', v_rows);
    assert array(select l.id from memory.list_page('o') l order by l.seq) = array[v_ids[1], v_ids[3], v_ids[2]], 'unless it is taken as from elsewhere: then it comes last';
    assert (select r.created from memory.retain('o', 's', 'said 4', 'yes') r), 'and what is stored next finds a number of its own';
end
$$;

-- What is no memory is refused, and nothing of it stored.
do $$
declare
    v_good jsonb;
    v_bad jsonb;
    v_hint text;
begin
    perform memory.remember('b', 'Good');
    v_good := memory.take('b', (select f.id from memory.facts f where f.resource_id = 'b'));
    foreach v_bad in array array['{"id": "x"}', '{"content": null}', '{"kind": "dream"}', '{"importance": 7}', '{"key": ""}', '{"created_at": "never"}', '{"content": " "}']::jsonb[] loop
        begin
            perform memory.restore('b', v_good || jsonb_build_array(v_good -> 0 || jsonb_build_object('id', gen_random_uuid(), 'content', 'Other') || v_bad));
            assert false, format('%s must be refused', v_bad);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'not_a_memory', v_hint;
        end;
    end loop;
    assert not exists (select from popagent_memories where resource_id = 'b');
end
$$;
