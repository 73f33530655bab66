do $$
declare
    v_before jsonb;
    v_after jsonb;
    v_hint text;
    v_detail jsonb;
begin
    perform set_config('popagent.now', '2027-01-02 03:04+00', true);
    select to_jsonb(l) into v_before from agent.load('reviewer') l;
    assert agent.change('reviewer', 1, p_browser_access => 'none') = 2, 'each change raises the revision';
    select to_jsonb(l) into v_after from agent.load('reviewer') l;
    assert v_after - array['browser_access', 'revision', 'updated_at'] = v_before - array['browser_access', 'revision', 'updated_at'],
        'what is null stays as it is';
    assert v_after ->> 'browser_access' = 'none' and (v_after ->> 'updated_at')::timestamptz = '2027-01-02 03:04+00', v_after::text;

    perform agent.change(
        'reviewer', 2, e' Critic\nof all ', ' Finds faults. ', e'\nFind faults.\n', 'none', 'interactive', false,
        array['remember'], array['remember']);
    select to_jsonb(l) into v_after from agent.load('reviewer') l;
    assert v_after @> '{"name": "Critic of all", "description": "Finds faults.", "instructions": "Find faults.",
        "workspace_access": "none", "browser_access": "interactive", "delegation_eligible": false,
        "tools": ["remember"], "revision": 3}', 'texts are stored without the blanks around them: ' || v_after;

    begin
        perform agent.change('reviewer', 2, p_name => 'Mine');
        assert false, 'a stale revision is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
        assert v_hint = 'revision_conflict', v_hint;
        assert v_detail ->> 'name' = 'Critic of all' and v_detail ->> 'revision' = '3', 'with the stored row';
    end;
    begin
        perform agent.change('reviewer', 3, p_tools => array['typo'], p_known_tools => array['remember']);
        assert false, 'an unknown tool is refused';
    exception when sqlstate 'PT422' then null;
    end;
    begin
        perform agent.change('popagent', 1, p_delegation_eligible => true);
        assert false, 'the supervisor is not delegated to';
    exception when sqlstate 'PT422' then null;
    end;
    begin
        perform agent.change('nobody', 1, p_name => 'x');
        assert false, 'an unknown agent is refused';
    exception when sqlstate 'PT404' then null;
    end;
    assert (select l.revision = 3 from agent.load('reviewer') l), 'what was refused changed nothing';
end
$$;
