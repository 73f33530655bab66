do $$
declare
    v_id uuid;
begin
    assert execution.running('s') is null, 'nothing runs in a thread that does not exist';
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model') a;
    assert execution.running('s') = v_id, 'what runs';
    assert execution.running('t') is null, 'in this thread only';
    perform execution.request_stop('s');
    assert execution.running('s') = v_id, 'what is stopping runs still';
    perform execution.finish(v_id, 'owner', 'completed', 'final');
    assert execution.running('s') is null, 'until it has ended';
end
$$;
