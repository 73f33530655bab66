do $$
declare
    v_before record;
    v_after record;
    v_id uuid;
begin
    assert (select f.memory_count = 0 and f.checksum = '0' from memory.fingerprint() f);
    v_id := (memory.remember('r', 'Likes tea', 'drink')).id;
    select * into v_before from memory.fingerprint();
    perform memory.touch(array[v_id]);
    select * into v_after from memory.fingerprint();
    assert v_after = v_before, 'being read changes nothing';
    update popagent_memories set content = 'Likes mate';
    select * into v_after from memory.fingerprint();
    assert v_after.memory_count = 1 and v_after.checksum <> v_before.checksum, 'a word does';
    update popagent_memories set content = 'Likes tea';
    select * into v_after from memory.fingerprint();
    assert v_after = v_before, 'and back';
    perform memory.remember('r', 'Likes coffee', 'drink');
    select * into v_after from memory.fingerprint();
    assert v_after.memory_count = 2, 'history counts';
end
$$;
