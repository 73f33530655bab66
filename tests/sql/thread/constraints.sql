-- What no write can bring about in threads, messages and attachments.
do $$
declare
    v_statement text;
    v_refused boolean;
begin
    perform thread.open('t', 'chat', 'popagent-user');
    perform thread.open('u', 'chat', 'popagent-user');
    perform thread.append('t', 'q', 'user', '[]', '{}', gen_random_uuid());
    perform thread.append('t', 'a1', 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    perform thread.append('t', 'a2', 'assistant', '[]', '{}', gen_random_uuid(), 'q');
    perform thread.append('t', 'stray', 'assistant', '[]', '{}', gen_random_uuid());
    insert into popagent_thread_state (thread_id) values ('t');
    foreach v_statement in array array[
        'insert into popagent_threads (id, kind, resource_id) values ('''', ''chat'', ''x'')',
        'insert into popagent_threads (id, kind, resource_id) values (repeat(''x'', 65), ''chat'', ''x'')',
        'insert into popagent_threads (id, kind, resource_id) values (''a/b'', ''chat'', ''x'')',
        'insert into popagent_threads (id, kind, resource_id) values (e''a\n'', ''chat'', ''x'')',
        'insert into popagent_threads (id, kind, resource_id) values (''a'', ''talk'', ''x'')',
        'insert into popagent_threads (id, kind, resource_id) values (''a'', ''chat'', '''')',
        'select thread.append(''t'', ''a b'', ''user'', ''[]'', ''{}'', gen_random_uuid())',
        'select thread.append(''t'', ''a'', ''system'', ''[]'', ''{}'', gen_random_uuid())',
        'select thread.append(''t'', ''a'', ''user'', ''{}'', ''{}'', gen_random_uuid())',
        'select thread.append(''t'', ''a'', ''user'', ''[]'', ''[]'', gen_random_uuid())',
        'insert into popagent_messages values (''t'', 0, ''a'', ''user'', ''[]'', ''{}'', gen_random_uuid())',
        'select thread.append(''t'', ''a'', ''user'', ''[]'', ''{}'', gen_random_uuid(), ''q'')',
        'select thread.append(''u'', ''a'', ''assistant'', ''[]'', ''{}'', gen_random_uuid(), ''q'')',
        'select thread.append(''t'', ''a'', ''assistant'', ''[]'', ''{}'', gen_random_uuid(), null, false)',
        'update popagent_messages set shown = true where id = ''a1''',
        'update popagent_messages set shown = false where id = ''q''',
        'update popagent_messages set shown = false where id = ''stray''',
        'update popagent_thread_state set thread_id = ''nowhere''',
        'update popagent_thread_state set draft = null',
        'update popagent_thread_state set draft = repeat(''é'', 500001)',
        'update popagent_thread_state set draft_id = ''a b''',
        'update popagent_thread_state set sent_id = ''''',
        'update popagent_thread_state set read_position = -1',
        'select thread.store_attachment(''a.txt'', ''text/plain'', '''', '''')',
        'select thread.store_attachment(''a.txt'', ''text/plain'', ''x'')',
        'select thread.store_attachment(''a.png'', ''image/png'', ''x'', ''x'')',
        'select thread.store_attachment(''a.svg'', ''image/svg+xml'', ''x'')',
        'select thread.store_attachment(''a.png'', ''image/png'', decode(repeat(''00'', 10485761), ''hex''))',
        'select thread.store_attachment(''a.png'', ''image/png'', ''x'', null, ''nowhere'')',
        'insert into popagent_attachments (name, media_type, size_bytes, sha256, content) values (''a'', ''image/png'', 2, sha256(''x''), ''x'')',
        'insert into popagent_attachments (name, media_type, size_bytes, sha256, content) values (''a'', ''image/png'', 1, ''x'', ''x'')',
        'insert into popagent_attachments (name, media_type, size_bytes, sha256, content) values ('''', ''image/png'', 1, sha256(''x''), ''x'')',
        'insert into popagent_attachments (name, media_type, size_bytes, sha256, content) values (''a/b'', ''image/png'', 1, sha256(''x''), ''x'')',
        'insert into popagent_attachments (name, media_type, size_bytes, sha256, content) values (e''a\nb'', ''image/png'', 1, sha256(''x''), ''x'')'
    ]
    loop
        v_refused := false;
        begin
            execute v_statement;
        exception when integrity_constraint_violation then
            v_refused := true;
        end;
        assert v_refused, 'this must not be stored: ' || v_statement;
    end loop;

    delete from popagent_messages m where m.id = 'q';
    assert (select string_agg(m.id, ' ') = 'stray' from popagent_messages m), 'answers go with their question';
end
$$;
