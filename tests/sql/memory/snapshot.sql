do $$
declare
    v_id uuid;
    v_rows jsonb;
begin
    select r.id into v_id from memory.remember('r', 'Port 22', 'ssh.port', 0.9, 's') r;
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    v_rows := memory.snapshot('r', v_id);
    assert jsonb_array_length(v_rows) = 2, 'the fact and its history';
    assert v_rows -> 1 ->> 'content' = 'Port 49222', 'in the order of storing';
    assert v_rows -> 0 ->> 'superseded_by' = v_id::text, 'and how they hang together';
    assert memory.snapshot('other', v_id) = '[]', 'only for their owner';
end
$$;
