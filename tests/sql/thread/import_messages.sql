do $$
declare
    v_rows jsonb;
begin
    perform thread.open('t', 'chat', 'r');
    perform thread.append('t', 'q', 'user', '[{"type": "text", "text": "1.10"}, 1.10]', '{}', gen_random_uuid());
    perform thread.append('t', 'a', 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    select jsonb_agg(e.described) into v_rows from thread.export_messages(null, 10) e;
    assert (select bool_and(i.stored = i.given) from thread.import_messages(v_rows, true) i), 'what is here is equal';
    delete from popagent_messages;
    assert (select bool_and(i.stored is null) from thread.import_messages(v_rows, false) i);
    assert not exists (select from popagent_messages), 'comparing writes nothing';
    perform thread.import_messages(v_rows, true);
    assert (select jsonb_agg(e.described)::text = v_rows::text from thread.export_messages(null, 10) e), 'it comes back to the digit';
    delete from popagent_messages where id = 'a';
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id)
    values ('t', 5, 'a', 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    assert (select i.stored ->> 'position' = '5' from thread.import_messages(v_rows, true) i where i.n = 2), 'a message at another place is told';
    assert (select count(*) = 2 from popagent_messages), 'and stays alone';
end
$$;
