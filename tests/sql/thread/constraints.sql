-- What no write can bring about in threads, messages and attachments.
do $$
declare
    v_statement text;
    v_refused boolean;
begin
    perform thread.open('t', 'chat', 'popagent-user');
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
end
$$;
