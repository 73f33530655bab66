do $$
declare
    v_id bigint;
begin
    assert not exists (select from notice.to_deliver(notice.note('done', 'Birds', '/tasks/1'))), 'what goes nowhere is not delivered';
    update popagent_notification_settings set url = 'https://a.example/', secret_name = 'k';
    v_id := notice.note('done', 'Birds', '/tasks/1');
    assert (select (d.kind, d.title, d.url, d.secret_name)::text from notice.to_deliver(v_id) d) = '(done,Birds,https://a.example/,k)', 'what, and where to';
    perform notice.tried(v_id);
    assert not exists (select from notice.to_deliver(v_id)), 'once';
end
$$;
