-- What no write can bring about in the agents, and what was seeded with them.
do $$
declare
    v_statement text;
    v_refused boolean;
begin
    foreach v_statement in array array[
        'update popagent_agents set id = ''Not An Id''',
        'update popagent_agents set name = ''''',
        'update popagent_agents set instructions = ''''',
        'update popagent_agents set source_url = ''http://example.org''',
        'update popagent_agents set workspace_access = ''some''',
        'update popagent_agents set browser_access = ''writable''',
        'update popagent_agents set tools = null',
        'update popagent_agents set position = null',
        'insert into popagent_tool_policies values (''remember'', ''sometimes'', now())',
        'insert into popagent_tool_policies values (''two words'', ''ask'', now())'
    ]
    loop
        v_refused := false;
        begin
            execute v_statement;
        exception when integrity_constraint_violation then
            v_refused := true;
        end;
        assert v_refused, 'this must not be stored: ' || v_statement;
    end loop;

    assert not exists (
        select
        from information_schema.columns c
        where c.table_schema = 'public'
        and c.table_name in ('popagent_agents', 'popagent_tool_policies')
        and (c.column_default is not null or c.is_nullable = 'YES')
    ), 'what an agent may do has no database defaults and is never null';
    assert exists (select from popagent_data_migrations m where m.id = 'agents-1'), 'the seed left its mark';
end
$$;
