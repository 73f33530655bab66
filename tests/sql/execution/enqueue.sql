do $$
declare
    v_hint text;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    perform session.open('s', '', null);
    perform execution.enqueue('s', 'a', '[1]', '{"b": 2}', 'model', 'other');
    perform execution.enqueue('s', 'b', '[]', '{}', 'model', null);
    assert (
        select (q.position, q.parts, q.metadata, q.model, q.workspace_id, q.revision, q.created_at)
            = (1::bigint, '[1]'::jsonb, '{"b": 2}'::jsonb, 'model', 'other', 1::bigint, '2026-03-01 12:00+00'::timestamptz)
        from popagent_queued_messages q
        where q.id = 'a'
    ), 'it waits as it came';
    assert (select q.position = 2 and q.workspace_id is null from popagent_queued_messages q where q.id = 'b'), 'the next one behind it';

    begin
        perform execution.enqueue('s', 'c', '[]', '{}', 'model', 'nowhere');
        assert false, 'a workspace that does not exist is refused at once';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_workspace', v_hint;
    end;

    for i in 3..50 loop
        perform execution.enqueue('s', 'm' || i, '[]', '{}', 'model', null);
    end loop;
    begin
        perform execution.enqueue('s', 'm51', '[]', '{}', 'model', null);
        assert false, 'fifty may wait, not more';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'queue_full', v_hint;
    end;
    perform session.open('t', '', null);
    perform execution.enqueue('t', 'm51', '[]', '{}', 'model', null);
end
$$;
