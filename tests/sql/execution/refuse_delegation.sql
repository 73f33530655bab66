do $$
declare
    v_parent uuid;
    v_child uuid;
    v_hint text;
begin
    select a.execution_id into v_parent
    from execution.accept_turn('s', 'm', '[{"type": "text", "text": "Hello"}]', 'me', 10, 'model') a;
    perform execution.refuse_delegation(v_parent, 'me', 'researcher');

    begin
        perform execution.refuse_delegation(v_parent, 'another', 'researcher');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'execution_lost', 'only its owner delegates,';
    begin
        perform execution.refuse_delegation(v_parent, 'me', 'popagent');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'delegation_refused', 'to specialists alone,';

    select d.execution_id into v_child from execution.delegate(v_parent, 'me', 'c1', 'researcher', 'Look.', 10) d;
    v_hint := null;
    begin
        perform execution.refuse_delegation(v_child, 'me', 'reviewer');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'delegation_refused', 'specialists never,';

    for n in 2..execution.most_delegations() loop
        perform execution.delegate(v_parent, 'me', 'c' || n, 'researcher', 'Look.', 10);
    end loop;
    begin
        perform execution.refuse_delegation(v_parent, 'me', 'researcher');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'delegation_budget', 'and nobody without end';
    perform execution.request_stop('s');
    begin
        perform execution.refuse_delegation(v_parent, 'me', 'researcher');
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'execution_lost', 'what is to stop begins nothing';
end
$$;
