do $$
declare
    v_rows jsonb;
begin
    perform thread.open('t', 'chat', 'r');
    perform thread.store_attachment('p.png', 'image/png', '\x00ff', null, 't');
    perform thread.store_attachment('n.txt', 'text/plain', 'note', 'note', 't');
    select jsonb_agg(e.described) into v_rows from thread.export_attachments(null, 9) e;
    assert (select bool_and(i.stored = i.given) from thread.import_attachments(v_rows, true) i), 'what is here is equal';
    delete from popagent_attachments;
    assert (select bool_and(i.stored is null) from thread.import_attachments(v_rows, false) i);
    assert not exists (select from popagent_attachments), 'comparing writes nothing';
    perform thread.import_attachments(v_rows, true);
    assert (select jsonb_agg(e.described) = v_rows from thread.export_attachments(null, 9) e), 'it comes back to the byte';
    update popagent_attachments set name = 'mine';
    assert (select bool_and(i.stored ->> 'name' = 'mine') from thread.import_attachments(v_rows, true) i), 'what differs is told, and stays';
end
$$;
