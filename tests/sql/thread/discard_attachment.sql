do $$
declare
    v_hint text;
    v_id text := (select s.id from thread.store_attachment('a.txt', 'text/plain', 'x', 'x') s);
begin
    perform thread.discard_attachment(v_id);
    assert not exists (select from popagent_attachments), 'what was not sent goes';
    begin
        perform thread.discard_attachment(v_id);
        assert false, 'what is gone is not there';
    exception when sqlstate 'PT404' then
        null;
    end;

    perform thread.open('t', 'chat', 'popagent-user');
    select s.id into v_id from thread.store_attachment('a.txt', 'text/plain', 'x', 'x', 't') s;
    begin
        perform thread.discard_attachment(v_id);
        assert false, 'what was sent stays';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'attachment_sent', v_hint;
    end;
    assert exists (select from popagent_attachments), 'and is still there';
end
$$;
