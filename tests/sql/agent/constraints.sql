-- What no write can bring about in the agents.
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
        'update popagent_agents set tools = null'
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
end
$$;
