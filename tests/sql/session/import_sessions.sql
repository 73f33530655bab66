do $$
declare
    v_rows jsonb;
begin
    perform session.open('s', 'Title', null);
    select jsonb_agg(e.described) into v_rows from session.export_sessions(null, 10) e;
    assert (select i.stored = i.given from session.import_sessions(v_rows, true) i), 'what is here is equal';
    delete from popagent_sessions;
    assert (select i.stored is null from session.import_sessions(v_rows, false) i);
    assert not exists (select from popagent_sessions), 'comparing writes nothing';
    perform session.import_sessions(v_rows, true);
    assert (select jsonb_agg(e.described) = v_rows from session.export_sessions(null, 10) e), 'what is not there comes in';
    update popagent_sessions set title = 'Mine';
    assert (select i.stored ->> 'title' = 'Mine' from session.import_sessions(v_rows, true) i), 'what differs is told, and stays';
end
$$;
