do $$
declare
    v_rows jsonb;
begin
    perform session.open('s', 's', null);
    insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model) values ('s', 1, 'm', '[1.10]', '{}', 'm');
    select jsonb_agg(e.described) into v_rows from execution.export_queued(null, 9) e;
    assert (select i.stored = i.given from execution.import_queued(v_rows, true) i), 'what is here is equal';
    delete from popagent_queued_messages;
    assert (select i.stored is null from execution.import_queued(v_rows, false) i);
    assert not exists (select from popagent_queued_messages), 'comparing writes nothing';
    perform execution.import_queued(v_rows, true);
    assert (select jsonb_agg(e.described)::text = v_rows::text from execution.export_queued(null, 9) e), 'what is not there comes in';
    update popagent_queued_messages set position = 2;
    assert (select i.stored ->> 'position' = '2' from execution.import_queued(v_rows, true) i), 'at another place it is told';
    assert (select count(*) = 1 from popagent_queued_messages), 'and stays alone';
end
$$;
