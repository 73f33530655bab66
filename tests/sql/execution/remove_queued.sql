do $$
begin
    for i in 1..3 loop
        perform execution.accept_turn('s', 'm' || i, '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    end loop;
    perform execution.edit_queued('s', 'm2', 1, '[]');
    begin
        perform execution.remove_queued('s', 'm2', 1);
        assert false, 'a message that was changed since is not removed';
    exception when sqlstate 'PT409' then
        null;
    end;
    perform execution.remove_queued('s', 'm2');
    perform execution.remove_queued('s', 'm3', 1);
    assert not exists (select from popagent_queued_messages), 'it is gone';
    begin
        perform execution.remove_queued('s', 'm3');
        assert false, 'and cannot be removed twice';
    exception when sqlstate 'PT404' then
        null;
    end;
    begin
        perform execution.remove_queued('s', 'm1');
        assert false, 'nor when its turn has begun';
    exception when sqlstate 'PT409' then
        null;
    end;
    perform execution.finish(execution.running('s'), 'me', 'completed', 'final');
    assert (select count(*) = 1 from execution.transcript('s')), 'what was removed never became a message';

    perform execution.accept_turn('s', 'm4', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model');
    perform execution.accept_turn('s', 'm5', '[{"type": "file", "data": "eA==", "mediaType": "image/png", "filename": "a.png"}]', 'me', 10, 'model');
    assert (select a.thread_id = 's' from popagent_attachments a), 'what waits has its files';
    perform execution.remove_queued('s', 'm5');
    assert (select a.thread_id is null from popagent_attachments a), 'and lets them go with it';
end
$$;
