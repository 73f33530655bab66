-- What no write can bring about in the workspaces.
do $$
declare
    v_path text;
    v_refused boolean;
begin
    foreach v_path in array array['', '/etc', '..', '../other', 'team/../../other', 'team/..', repeat('x', 401)]
    loop
        v_refused := false;
        begin
            insert into popagent_agent_workspaces values ('odd', 'Odd', v_path, false, 1, now(), now());
        exception when check_violation then
            v_refused := true;
        end;
        assert v_refused, 'a path stays below the root: ' || v_path;
    end loop;

    insert into popagent_agent_workspaces values ('dots', 'Dots', 'team/..hidden/a..b', false, 1, now(), now());

    begin
        insert into popagent_agent_workspaces values ('second', 'Second', 'second', true, 1, now(), now());
        assert false, 'there is one default';
    exception when unique_violation then
        null;
    end;
    begin
        insert into popagent_agent_workspaces values ('not an id', 'Odd', 'odd', false, 1, now(), now());
        assert false, 'an id is an id';
    exception when check_violation then
        null;
    end;

    perform session.open('s', 'Title', 'dots');
    begin
        delete from popagent_agent_workspaces where id = 'dots';
        assert false, 'a workspace that a session names stays';
    exception when foreign_key_violation then
        null;
    end;
end
$$;
