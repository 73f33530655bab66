do $$
declare
    v_rows jsonb;
    v_again jsonb;
    v_row record;
begin
    perform memory.remember('r', 'Port 22', 'ssh.port');
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    perform memory.remember('r', 'Likes tea');
    perform memory.retain('r', 's', 'Hi', 'Hello', '2026-11-24 08:00+00');
    select jsonb_agg(e.described order by e.key) into v_rows from memory.export_memories(null, 10) e;

    assert (select count(*) = 4 and bool_and(i.stored = i.given) from memory.import_memories(v_rows, true) i), 'what is here is equal';
    update popagent_memories set access_count = 7, last_accessed_at = clock(), updated_at = clock();
    assert (select bool_and(i.stored = i.given) from memory.import_memories(v_rows, true) i), 'however often it was read';

    truncate popagent_memories cascade;
    assert (select bool_and(i.stored is null) from memory.import_memories(v_rows, false) i);
    assert not exists (select from popagent_memories), 'comparing writes nothing';
    perform memory.import_memories(v_rows, true);
    select jsonb_agg(e.described order by e.key) into v_again from memory.export_memories(null, 10) e;
    assert v_again = v_rows, 'it comes back as it was, numbers and marks included';
    assert exists (select from memory.recall('r', 'tea')), 'and is found';
    assert (select (memory.remember('r', 'Later')).created), 'the next one gets a number of its own';

    -- Beside others whose numbers are as high.
    delete from popagent_memories where content in ('Port 22', 'Likes tea', 'Port 49222');
    perform memory.import_memories(v_rows, true);
    assert (
        select array_agg(m.content order by m.seq) = array['Later', 'Port 22', 'Port 49222', 'Likes tea']
        from popagent_memories m where m.kind = 'fact'
    ), 'the order is kept behind what is here';

    update popagent_memories set content = 'Port 2222' where key = 'ssh.port' and superseded_at is null;
    select * into v_row from memory.import_memories(v_rows, true) i where i.given ->> 'content' = 'Port 49222';
    assert v_row.stored ->> 'content' = 'Port 2222', 'another value is told';
    update popagent_memories set id = gen_random_uuid() where key = 'ssh.port' and superseded_at is null;
    select * into v_row from memory.import_memories(v_rows, true) i where i.given ->> 'content' = 'Port 49222';
    assert v_row.stored ->> 'content' = 'Port 2222', 'of the same key under another id too';
    assert (select count(*) = 1 from popagent_memories where key = 'ssh.port' and superseded_at is null), 'and it stays alone';
    update popagent_memories set id = gen_random_uuid(), content = 'likes TEA.' where content = 'Likes tea';
    select * into v_row from memory.import_memories(v_rows, true) i where i.given ->> 'content' = 'Likes tea';
    assert v_row.stored = v_row.given, 'what says the same is there already';
    assert (select count(*) = 1 from popagent_memories where content ilike 'likes tea%');
end
$$;
