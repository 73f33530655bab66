do $$
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.store_attachment('old.txt', 'text/plain', 'x', 'x');
    perform thread.store_attachment('sent.txt', 'text/plain', 'x', 'x', 't');
    update popagent_attachments set created_at = clock() - interval '25 hours';
    perform thread.store_attachment('new.txt', 'text/plain', 'x', 'x');
    assert thread.sweep_attachments() = 1, 'one was not sent within a day';
    assert (select array_agg(a.name order by a.name) = array['new.txt', 'sent.txt'] from popagent_attachments a), 'what was sent, and what is new, stays';
    assert thread.sweep_attachments() = 0, 'then there is nothing to do';
end
$$;
