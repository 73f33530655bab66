do $$
declare
    v_id bigint := notice.note('done', 'Birds', '/tasks/1');
begin
    assert (select (n.kind, n.title, n.address, n.delivery)::text from notice.notices(v_id) n) = '(done,Birds,/tasks/1,none)', 'noted, and sent nowhere';
    update popagent_notification_settings set url = 'https://a.example/', secret_name = 'k', on_failed = false;
    v_id := notice.note('done', 'Birds', '/tasks/1');
    assert (select n.delivery from notice.notices(v_id) n) = 'pending', 'with an address it is on its way';
    assert exists (select from pgqueuer q where q.entrypoint = 'notice' and q.dedupe_key = 'notice:' || v_id), 'by a job';
    v_id := notice.note('failed', 'Birds', '/tasks/1');
    assert (select n.delivery from notice.notices(v_id) n) = 'none', 'unless it is not wanted';
    v_id := notice.note('test', 'x', '/');
    assert (select n.delivery from notice.notices(v_id) n) = 'pending', 'a test always is';
end
$$;
