do $$
declare
    v_rows jsonb := '[{"thread_id": "t", "draft": "d", "draft_id": null, "sent_id": "m", "read_position": 3, "updated_at": "2020-01-01T00:00:00Z"}]';
begin
    perform thread.open('t', 'chat', 'r');
    assert (select i.stored is null from thread.import_states(v_rows, false) i);
    assert not exists (select from popagent_thread_state), 'comparing writes nothing';
    perform thread.import_states(v_rows, true);
    assert (select i.stored = i.given from thread.import_states(v_rows, true) i), 'what is not there comes in';
    update popagent_thread_state set draft = 'mine';
    assert (select i.stored ->> 'draft' = 'mine' from thread.import_states(v_rows, true) i), 'what differs is told, and stays';
end
$$;
