do $$
declare
    v_broken text;
    v_case record;
begin
    for v_case in
        select *
        from (values
            ('kind_is_fact_or_episode', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'note', 'x', 0, now(), now())$q$),
            ('resource_id_is_not_empty', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('', 'fact', 'x', 0, now(), now())$q$),
            ('episodes_have_no_key', $q$insert into popagent_memories (resource_id, kind, key, content, importance, created_at, updated_at) values ('r', 'episode', 'k', 'x', 0, now(), now())$q$),
            ('keys_have_1_to_128_characters', $q$insert into popagent_memories (resource_id, kind, key, content, importance, created_at, updated_at) values ('r', 'fact', '', 'x', 0, now(), now())$q$),
            ('keys_have_1_to_128_characters', $q$insert into popagent_memories (resource_id, kind, key, content, importance, created_at, updated_at) values ('r', 'fact', repeat('k', 129), 'x', 0, now(), now())$q$),
            ('content_is_not_blank', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'fact', ' ', 0, now(), now())$q$),
            ('facts_have_at_most_2000_characters', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'fact', repeat('x', 2001), 0, now(), now())$q$),
            ('episodes_have_at_most_12100_characters', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'episode', repeat('x', 12101), 0, now(), now())$q$),
            ('importance_is_between_0_and_1', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'fact', 'x', 1.01, now(), now())$q$),
            ('importance_is_between_0_and_1', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at) values ('r', 'fact', 'x', 'NaN', now(), now())$q$),
            ('episodes_are_never_superseded', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at, superseded_at, superseded_by) values ('r', 'episode', 'x', 0, now(), now(), now(), gen_random_uuid())$q$),
            ('superseded_facts_name_their_successor', $q$insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at, superseded_at) values ('r', 'fact', 'x', 0, now(), now(), now())$q$)
        ) c (name, statement)
    loop
        begin
            execute v_case.statement;
            assert false, format('%s must refuse %s', v_case.name, v_case.statement);
        exception when check_violation then
            get stacked diagnostics v_broken = constraint_name;
            assert v_broken = v_case.name, v_broken;
        end;
    end loop;

    insert into popagent_memories (resource_id, kind, key, content, importance, created_at, updated_at)
    values ('r', 'fact', 'k', 'x', 0, now(), now());
    begin
        insert into popagent_memories (resource_id, kind, key, content, importance, created_at, updated_at)
        values ('r', 'fact', 'k', 'y', 0, now(), now());
        assert false, 'one current value a key';
    exception when unique_violation then
        null;
    end;
    insert into popagent_memories (resource_id, kind, key, content, importance, created_at, updated_at)
    values ('other', 'fact', 'k', 'x', 0, now(), now());
    assert (select count(*) from popagent_memories m where m.key = 'k') = 2, 'but each owner has its own';
    assert (select m.content_sha256 from popagent_memories m where m.resource_id = 'r') = sha256('x'), 'the hash is that of the content';
end
$$;
