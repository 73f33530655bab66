do $$
declare
    v_rows jsonb := '[{"id": "t", "kind": "chat", "resource_id": "r", "created_at": "2020-01-01T00:00:00Z"}]';
begin
    assert (select i.stored is null from thread.import_threads(v_rows, false) i);
    assert not exists (select from popagent_threads), 'comparing writes nothing';
    perform thread.import_threads(v_rows, true);
    assert (select i.stored = i.given from thread.import_threads(v_rows, true) i), 'what is not there comes in';
    update popagent_threads set kind = 'task';
    assert (select i.stored ->> 'kind' = 'task' and i.given ->> 'kind' = 'chat' from thread.import_threads(v_rows, true) i), 'what differs is told';
    assert (select t.kind = 'task' from popagent_threads t), 'and stays';
end
$$;
