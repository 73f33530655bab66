do $$
declare
    v_hint text;
begin
    insert into popagent_agent_workspaces values ('other', 'Other', 'team/other', false, 1, now(), now());

    assert workspace.resolve(null) = 'default', 'the default serves those who name none';
    assert workspace.resolve('other') = 'other', 'the one asked for';
    assert workspace.resolve('default') = 'default', 'the default may be named too';

    begin
        perform workspace.resolve('nowhere');
        assert false, 'an unknown workspace is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_workspace', v_hint;
    end;

    update popagent_agent_workspaces set is_default = false;
    assert workspace.resolve('other') = 'other', 'who names one needs no default';
    begin
        perform workspace.resolve(null);
        assert false, 'without a default nothing is guessed';
    exception when sqlstate 'PT503' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'workspace_missing', v_hint;
    end;
end
$$;
