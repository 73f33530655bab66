do $$
declare
    v_id uuid;
    v_refused text;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    perform execution.suspend(v_id, 'me', 'c1', 't', '{}');
    perform execution.decide('s', (select a.id from execution.approvals('s') a), 'approved', 'session');
    assert execution.permit(v_id, 'c2', 't') = 'approved', 'it holds';
    perform execution.ask_again('s', 't');
    assert execution.permit(v_id, 'c2', 't') is null, 'it is asked about again';
    assert execution.permit(v_id, 'c1', 't') = 'approved', 'what was decided for a call stays';
    assert not exists (select from execution.kept_decisions('s')), 'nothing is kept';
    begin
        perform execution.ask_again('s', 't');
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_refused = pg_exception_hint;
    end;
    assert v_refused = 'decision_not_found', 'what was not decided cannot be taken back';
end
$$;
