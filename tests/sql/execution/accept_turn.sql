do $$
declare
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
    v_first record;
    v_again record;
begin
    set local popagent.now = '2026-03-01 12:00+00';
    insert into popagent_agent_workspaces values ('other', 'Other', 'other', false, 1, now(), now());
    update popagent_agent_runtime_settings set default_model = 'stored';

    -- A new session.
    select * into strict v_first
    from execution.accept_turn('new', 'm1', v_hello, 'owner', 10, p_workspace_id => 'other', p_metadata => '{"a": 1}');
    assert v_first.created, 'a turn begins';
    assert v_first.model = 'stored', 'on the stored default';
    assert v_first.settings ->> 'default_model' = 'stored', 'with a snapshot of the settings';
    assert v_first.trace_id ~ '^[0-9a-f]{32}$', 'under a valid trace id';
    assert (
        select (s.title, s.workspace_id, s.revision) = ('hello', 'other', 1::bigint)
        from popagent_sessions s
        where s.id = 'new'
    ), 'its session is made';
    assert (
        select (m.position, m.id, m.role, m.parts, m.metadata, m.execution_id) = (1::bigint, 'm1', 'user', v_hello, '{"a": 1}'::jsonb, v_first.execution_id)
        from popagent_messages m
        where m.thread_id = 'new'
    ), 'its message is stored';
    assert (
        select
            (e.kind, e.thread_id, e.agent_id, e.state, e.owner, e.question_id, e.answer_id, e.model)
                = ('turn', 'new', 'popagent', 'running', 'owner', 'm1', v_first.answer_id, 'stored')
            and e.parent_id is null
            and e.started_at = '2026-03-01 12:00+00'
            and e.lease_expires_at = '2026-03-01 12:00:10+00'
        from popagent_executions e
        where e.id = v_first.execution_id
    ), 'it runs on a lease of its owner';

    -- The same message again, whatever else it carries.
    update popagent_agent_runtime_settings set default_model = 'changed';
    select * into strict v_again
    from execution.accept_turn('new', 'm1', '[{"type": "text", "text": "other text"}]', 'another', 10, 'another-model', '{x}', true);
    assert not v_again.created, 'the same message id begins nothing';
    assert (v_again.execution_id, v_again.answer_id, v_again.trace_id, v_again.model, v_again.settings)
        = (v_first.execution_id, v_first.answer_id, v_first.trace_id, v_first.model, v_first.settings), 'it finds its turn as it began';
    perform execution.finish(v_first.execution_id, 'owner', 'completed', 'final');
    select * into strict v_again from execution.accept_turn('new', 'm1', v_hello, 'another', 10);
    assert not v_again.created and v_again.execution_id = v_first.execution_id, 'after its end too';
    assert (select count(*) = 1 from popagent_messages) and (select count(*) = 1 from popagent_executions), 'nothing is stored twice';

    -- The next turn.
    select * into strict v_again from execution.accept_turn('new', 'm2', v_hello, 'owner', 10, 'asked');
    assert v_again.created and v_again.model = 'asked', 'a finished turn makes room for the next, on the model asked for';
    assert (select s.workspace_id = 'other' from popagent_sessions s where s.id = 'new'), 'a turn that names no workspace keeps the session''s';
    select * into strict v_again from execution.accept_turn('elsewhere', 'm1', v_hello, 'owner', 10);
    assert v_again.created, 'other sessions have ids and turns of their own';
end
$$;

-- Messages that come while a turn runs.
do $$
declare
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
    v_running record;
    v_row record;
begin
    select * into strict v_running from execution.accept_turn('queue', 'm1', v_hello, 'owner', 10, 'model') a;
    assert v_running.position is null, 'what begins does not wait';
    select * into strict v_row
    from execution.accept_turn('queue', 'm2', v_hello, 'another', 10, 'other', p_workspace_id => 'other', p_metadata => '{"a": 1}');
    assert (v_row.created, v_row.position, v_row.execution_id, v_row.answer_id) = (false, 1::bigint, v_running.execution_id, v_running.answer_id),
        'the message waits for the turn that runs';
    select * into strict v_row from execution.accept_turn('queue', 'm3', v_hello, 'another', 10, null, '{changed}', true);
    assert (v_row.created, v_row.position) = (false, 2::bigint), 'the next one behind it';
    assert (
        select string_agg(concat_ws(':', q.id, q.model, q.workspace_id, q.metadata ->> 'a'), ' ') = 'm2:other:other:1 m3:changed'
        from execution.queued('queue') q
    ), 'each with what it came with, its model chosen';
    assert (select (s.workspace_id <> 'other', s.revision) = (true, 1::bigint) from popagent_sessions s where s.id = 'queue'), 'the session stays as it is';
    select * into strict v_row from execution.accept_turn('queue', 'm2', '[]', 'another', 10, 'gone', '{here}', true);
    assert (v_row.created, v_row.position) = (false, 1::bigint), 'sent again it has its place already';
    select * into strict v_row from execution.accept_turn('queue', 'm1', v_hello, 'another', 10, 'model');
    assert (v_row.created, v_row.execution_id) = (false, v_running.execution_id) and v_row.position is null, 'the message that runs finds its turn';
    assert (select count(*) = 2 from popagent_queued_messages) and (select count(*) = 1 from popagent_messages m where m.thread_id = 'queue'), 'nothing is stored twice';

    -- Nothing runs any more, and nobody took the next one yet.
    perform execution.finish(v_running.execution_id, 'owner', 'stopped', 'stopped');
    select * into strict v_row from execution.accept_turn('queue', 'm4', v_hello, 'another', 10, 'model');
    assert (v_row.created, v_row.position, v_row.model) = (true, 2::bigint, 'other'), 'who comes now stands behind those who wait, and begins the first of them';
    assert (select (e.question_id, e.owner) = ('m2', 'another') from popagent_executions e where e.id = v_row.execution_id), 'which is the caller''s to run';
    perform execution.finish(v_row.execution_id, 'another', 'completed', 'final');
    select * into strict v_row from execution.accept_turn('queue', 'm3', v_hello, 'another', 10, 'model');
    assert v_row.created and v_row.position is null, 'the first in line that is sent again begins itself';
    assert (select string_agg(m.id, ' ' order by m.position) = 'm1 m2 m3' from popagent_messages m where m.thread_id = 'queue' and m.role = 'user'), 'all in the order they came';
    perform execution.finish(v_row.execution_id, 'another', 'completed', 'final');
    perform session.remove('queue');
    assert not exists (select from popagent_queued_messages), 'a session that is deleted takes its queue along';
end
$$;

-- A message with files.
do $$
declare
    v_id text := (select s.id from thread.store_attachment('photo.png', 'image/png', 'x') s);
    v_hint text;
begin
    perform execution.accept_turn(
        'files', 'm1', jsonb_build_array(jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id)), 'owner', 10, 'model'
    );
    assert (select s.title = 'photo.png' from popagent_sessions s where s.id = 'files'), 'a message of files alone names its session by them';
    assert (select a.thread_id = 'files' from popagent_attachments a where a.id = v_id), 'the session has them';
    assert (
        select m.parts = jsonb_build_array(jsonb_build_object(
            'type', 'file', 'mediaType', 'image/png', 'filename', 'photo.png', 'url', '/api/attachments/' || v_id
        ))
        from popagent_messages m
        where m.thread_id = 'files'
    ), 'the message tells what was stored';

    begin
        perform execution.accept_turn(
            'foreign', 'm1', jsonb_build_array(
                '{"type": "file", "data": "eA==", "text": "x", "mediaType": "text/plain", "filename": "a.txt"}'::jsonb,
                jsonb_build_object('type', 'file', 'url', '/api/attachments/' || v_id)
            ), 'owner', 10, 'model'
        );
        assert false, 'a file of another session is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_attachment', v_hint;
    end;
    assert not exists (select from popagent_threads where id = 'foreign'), 'and leaves no session behind';
    assert (select count(*) = 1 from popagent_attachments), 'nor the other file';
end
$$;

-- Whatever is refused leaves nothing half written.
create function pg_temp.stored()
returns jsonb
language sql
as $$
select jsonb_agg(x.row order by x.row)
from (
    select to_jsonb(t) from popagent_threads t
    union all
    select to_jsonb(s) from popagent_sessions s
    union all
    select to_jsonb(m) from popagent_messages m
    union all
    select to_jsonb(e) from popagent_executions e
    union all
    select to_jsonb(q) from popagent_queued_messages q
) x (row)
$$;

do $$
declare
    v_case record;
    v_hello jsonb := '[{"type": "text", "text": "hello"}]';
    v_state text;
    v_hint text;
    v_answered uuid;
    v_before jsonb;
    v_after jsonb;
begin
    perform session.remove('new');
    perform session.remove('elsewhere');
    update popagent_agent_runtime_settings set default_model = '';
    select a.execution_id into v_answered from execution.accept_turn('answered', 'm1', v_hello, 'owner', 10, 'model') a;
    perform execution.finish(
        v_answered, 'owner', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "hi"}]'
    );
    update popagent_messages m set id = 'reply' where m.role = 'assistant';
    perform execution.accept_turn('busy', 'm1', v_hello, 'owner', 10, 'model');
    perform session.open('empty', '', null);

    for v_case in
        select *
        from (
            values
                ('answered', 'reply', 'model', '{}'::text[], false, null, '', 'PT409', 'message_exists'),
                ('busy', 'm2', 'gone', '{here}', true, null, '', 'PT422', 'unknown_model'),
                ('busy', 'm2', 'model', '{}', false, 'nowhere', '', 'PT422', 'unknown_workspace'),
                ('new', 'm1', 'gone', '{here}', true, null, '', 'PT422', 'unknown_model'),
                ('empty', 'm1', 'gone', '{}', true, null, '', 'PT422', 'unknown_model'),
                ('empty', 'm1', null, '{here}', true, null, 'update popagent_agent_runtime_settings set default_model = ''gone''', 'PT422', 'unknown_model'),
                ('new', 'm1', null, '{}', false, null, '', 'PT503', 'no_model'),
                ('answered', 'm2', null, '{}', true, null, '', 'PT503', 'no_model'),
                ('new', 'm1', 'model', '{}', false, 'nowhere', '', 'PT422', 'unknown_workspace'),
                ('empty', 'm1', 'model', '{}', false, 'nowhere', '', 'PT422', 'unknown_workspace'),
                ('not an id', 'm1', 'model', '{}', false, null, '', 'PT400', 'invalid_id'),
                ('new', 'm1', 'model', '{}', false, null, 'delete from popagent_agent_runtime_settings', 'PT503', 'settings_missing'),
                ('new', 'm1', 'model', '{}', false, null, 'update popagent_agent_workspaces set is_default = false', 'PT503', 'workspace_missing')
        ) x (session, message, model, catalogue, complete, workspace, circumstance, state, hint)
    loop
        begin
            if v_case.circumstance <> '' then
                execute v_case.circumstance;
            end if;
            v_before := pg_temp.stored();
            begin
                perform execution.accept_turn(
                    v_case.session, v_case.message, v_hello, 'owner', 10, v_case.model, v_case.catalogue, v_case.complete, v_case.workspace
                );
                v_state := 'none';
            exception when others then
                get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
            end;
            v_after := pg_temp.stored();
            assert (v_state, v_hint) = (v_case.state, v_case.hint), format('%s should be refused, but %s %s', v_case, v_state, v_hint);
            assert v_before = v_after, format('%s left something behind', v_case);
            raise sqlstate 'UNDO0';
        exception when sqlstate 'UNDO0' then
            null;
        end;
    end loop;
end
$$;
