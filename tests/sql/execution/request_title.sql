do $$
declare
    v_id uuid;
begin
    select a.execution_id into v_id from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "Hi"}]', 'me', 10, 'model') a;
    perform execution.request_title(v_id);
    assert (
        select count(*) = 1 and bool_and(
            (q.entrypoint, q.dedupe_key, convert_from(q.payload, 'UTF8'), q.status::text) = ('session-title', 'session-title:s', v_id::text, 'queued')
        )
        from pgqueuer q
    ), 'a job that names the execution';
    perform execution.request_title(v_id);
    assert (select count(*) = 1 from pgqueuer), 'one for a session at a time';
    delete from pgqueuer;
    perform session.patch('s', 1, p_title => 'Mine');
    perform execution.request_title(v_id);
    perform execution.request_title(gen_random_uuid());
    assert not exists (select from pgqueuer), 'none for a session that has a name, nor for what does not exist';
end
$$;
