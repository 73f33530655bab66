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
end
$$;
