do $$
begin
    perform execution.accept_turn('s', 'm1', '[{"type": "text", "text": "one"}]', 'me', 10, 'model');
    perform execution.accept_turn('s', 'm2', '[{"type": "text", "text": "two"}]', 'me', 10, 'model');
    perform execution.accept_turn('s', 'm3', '[{"type": "text", "text": "three"}]', 'me', 10, 'model');
    assert (
        select (e.id, e.position, e.parts #>> '{0,text}', e.model, e.revision) = ('m2', 1::bigint, 'changed', 'model', 2::bigint)
        from execution.edit_queued('s', 'm2', 1, '[{"type": "text", "text": "changed"}]') e
    ), 'a change counts';
    assert (select e.revision = 3 from execution.edit_queued('s', 'm2', 2, '[{"type": "text", "text": "again"}]') e), 'each one';
    assert (
        select string_agg(q.parts #>> '{0,text}', ' ' order by q.position) = 'again three'
        from execution.queued('s') q
    ), 'it says what it was changed to, in its place';
    begin
        perform execution.edit_queued('s', 'm2', 2, '[{"type": "text", "text": "stale"}]');
        assert false, 'a stale change is refused';
    exception when sqlstate 'PT409' then
        null;
    end;
    perform execution.finish(execution.running('s'), 'me', 'completed', 'final');
    perform execution.take_queued('me', 10, 's');
    assert (select m.parts #>> '{0,text}' = 'again' from popagent_messages m where m.id = 'm2'), 'what is taken is what it said last';
    begin
        perform execution.edit_queued('s', 'm2', 3, '[{"type": "text", "text": "late"}]');
        assert false, 'what was taken is not changed any more';
    exception when sqlstate 'PT409' then
        null;
    end;

    perform execution.accept_turn('s', 'm4', '[
        {"type": "file", "data": "eA==", "mediaType": "image/png", "filename": "a.png"},
        {"type": "file", "data": "eA==", "mediaType": "image/png", "filename": "b.png"}
    ]', 'me', 10, 'model');
    perform execution.edit_queued('s', 'm4', 1, (
        select jsonb_build_array('{"type": "text", "text": "see"}'::jsonb, q.parts -> 0) from execution.queued('s') q where q.id = 'm4'
    ));
    assert (
        select array_agg(a.name || coalesce(a.thread_id, '-') order by a.name) = array['a.pngs', 'b.png-'] from popagent_attachments a
    ), 'a file that it keeps stays, one that it loses is let go';
end
$$;
