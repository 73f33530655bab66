do $$
declare
    v_id uuid;
    v_rows jsonb;
begin
    select r.id into v_id from memory.remember('r', 'Port 22', 'ssh.port', 0.9, 's') r;
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    v_rows := memory.snapshot('r', v_id);
    assert memory.take('r', v_id) = v_rows, 'what goes is returned';
    assert not exists (select from popagent_memories), 'and gone';
    assert memory.restore('r', v_rows, true) = 2, 'until it is taken back';
    assert memory.snapshot('r', v_id) = v_rows, 'as it was';
    begin
        perform memory.take('other', v_id);
        assert false, 'only by its owner';
    exception when sqlstate 'PT404' then null;
    end;
end
$$;
