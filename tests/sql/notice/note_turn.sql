do $$
declare
    v_id uuid;
begin
    select a.execution_id into v_id
    from execution.accept_turn('s', 'm', '[{"type": "text", "text": "Note it"}]', 'me', 10, 'model') a;
    assert not exists (select from notice.notices()), 'a turn that runs is no news';
    perform execution.suspend(v_id, 'me', 'c1', 'remember', '{}');
    assert (select n.kind = 'waiting' and n.address = '/c/s' and n.title <> '' from notice.notices() n), 'one that waits for its owner is';
end
$$;
