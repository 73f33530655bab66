do $$
declare
    v_fact uuid := (select r.id from memory.remember('r', 'Port 22', 'port', 0.4) r);
    v_other uuid := (select r.id from memory.remember('r', 'Tea') r);
    v_episode uuid := (select r.id from memory.retain('r', 's', 'Hello', 'Hi', now()) r);
    v_hint text;
    v_detail jsonb;
    v_case record;
begin
    assert (select (u.id, u.revision) = (v_fact, 2::bigint) from memory.update_fact('r', v_fact, 1, ' Port 23 ') u), 'content is changed';
    assert (select (f.content, f.key, f.importance) = ('Port 23', 'port', 0.4::float8) from memory.facts f where f.id = v_fact), 'what is not given stays';
    assert exists (select from memory.history h where h.content = 'Port 22' and h.superseded_by = v_fact), 'the old value is history';
    perform memory.update_fact('r', v_fact, 2, 'Port 23', 'ssh.port', 0.9);
    assert (select (f.key, f.importance, f.revision) = ('ssh.port', 0.9::float8, 3::bigint) from memory.facts f where f.id = v_fact), 'key and importance change alone';
    assert (select count(*) from memory.history h) = 1, 'without new history';
    assert exists (select from memory.recall('r', 'ssh')), 'a key is searched by';

    begin
        perform memory.update_fact('r', v_fact, 2, 'Port 24');
        assert false, 'a stale editor is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
        assert v_hint = 'revision_conflict' and v_detail ->> 'content' = 'Port 23' and v_detail -> 'revision' = '3', 'and shown what is stored';
    end;
    for v_case in
        select *
        from (values
            ('PT404', 'memory_not_found', 'r', gen_random_uuid(), 1, 'x', null),
            ('PT404', 'memory_not_found', 'stranger', v_fact, 3, 'x', null),
            ('PT422', 'episode_immutable', 'r', v_episode, 1, 'x', null),
            ('PT422', 'content_empty', 'r', v_fact, 3, ' ', null),
            ('PT409', 'key_taken', 'r', v_other, 1, 'Tea', 'ssh.port')
        ) c (state, hint, resource_id, id, revision, content, key)
    loop
        begin
            perform memory.update_fact(v_case.resource_id, v_case.id, v_case.revision, v_case.content, v_case.key);
            assert false, format('%s must be refused', v_case.hint);
        exception when others then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert (sqlstate, v_hint) = (v_case.state, v_case.hint), format('%s %s: %s', sqlstate, v_hint, sqlerrm);
        end;
    end loop;
    assert (select u.revision from memory.update_fact('r', v_fact, null, 'Port 25') u) = 4, 'who saw no revision is not held to one';
    perform memory.update_fact('r', v_fact, null, 'Port 25', p_remove_key => true);
    assert (select (f.key is null, f.revision) = (true, 5) from memory.facts f where f.id = v_fact), 'a key is taken away on purpose';
    perform memory.update_fact('r', v_fact, null, 'Port 26', p_key => 'port'), memory.update_fact('r', v_fact, null, 'Port 27', p_remove_key => true);
    assert (select (f.content, f.key is null) = ('Port 27', true) from memory.facts f where f.id = v_fact)
        and (select h.key from memory.history h where h.content = 'Port 26') = 'port', 'also with a new text; history keeps it';
    perform memory.remember('r', 'Tea', 'drink'), memory.remember('r', 'Coffee');
    begin
        perform memory.update_fact('r', (select f.id from memory.facts f where f.key = 'drink'), null, 'coffee.', p_remove_key => true);
        assert false, 'but not where it would say the same as another';
    exception when sqlstate 'PT409' then
        null;
    end;
    assert not exists (select from memory.check_index()), 'the index stays right';
end
$$;
