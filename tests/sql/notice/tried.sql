do $$
declare
    v_id bigint;
begin
    update popagent_notification_settings set url = 'https://a.example/', secret_name = 'k';
    v_id := notice.note('done', 'Birds', '/tasks/1');
    for v_n in 1..4 loop
        assert notice.tried(v_id, 'It answered with 500.'), 'it is tried again';
    end loop;
    assert not notice.tried(v_id, 'It answered with 500.'), 'but not for ever';
    assert (select (n.delivery, n.attempts, n.error)::text from notice.notices(v_id) n) = '(failed,5,"It answered with 500.")', 'and says why it did not arrive';
    v_id := notice.note('done', 'Birds', '/tasks/1');
    perform notice.tried(v_id, 'Away.');
    assert not notice.tried(v_id), 'what has arrived is not sent again';
    assert (select n.delivery = 'delivered' and n.error is null and n.delivered_at is not null from notice.notices(v_id) n);
end
$$;
