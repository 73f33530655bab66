do $$
begin
    assert execution.next_in_line('s') is null, 'nobody waits in a session that does not exist';
    perform session.open('s', '', null);
    perform session.open('t', '', null);
    insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model)
    values ('s', 7, 'b', '[]', '{}', 'model'), ('s', 3, 'a', '[]', '{}', 'model'), ('t', 1, 'a', '[]', '{}', 'model');
    assert execution.next_in_line('s') = 3, 'the first in line of this session';
    delete from popagent_queued_messages;
    assert execution.next_in_line('s') is null, 'nobody waits any more';
end
$$;
