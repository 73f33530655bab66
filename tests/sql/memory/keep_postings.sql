do $$
declare
    v_id uuid;
begin
    v_id := (select r.id from memory.retain('r', 's', 'green tea', 'green', '2026-05-04') r);
    assert (select array_agg(p.term || p.frequency || '/' || p.length order by p.term) from popagent_memory_postings p)
        = array['20261/7', '41/7', 'green2/7', 'may1/7', 'monday1/7', 'tea1/7'], 'an insert posts its terms';
    assert (select (sum(t.memory_count), sum(t.term_count)) = (1, 7) from popagent_memory_totals t), 'and its size';
    assert (select count(*) from popagent_memory_vocabulary) = 6, 'new words are learnt';
    perform memory.retain('r', 's', 'tea', 'black tea', '2026-05-04');
    assert (select count(*) from popagent_memory_vocabulary) = 7, 'known ones are not learnt again';

    update popagent_memories m set content = e'User: tea\nAssistant: white' where m.id = v_id;
    assert not exists (select from popagent_memory_postings p where p.term = 'green') and not exists (select from memory.check_index()), 'an update replaces them';
    insert into popagent_memories (resource_id, kind, content, importance, created_at, updated_at)
    select 'bulk' || n % 3, 'fact', 'fact ' || n, 0.5, now(), now()
    from generate_series(1, 700) n;
    assert not exists (select from memory.check_index()), 'many at once, of several owners';
    delete from popagent_memories m where m.resource_id in ('bulk1', 'r');
    assert not exists (select from memory.check_index()), 'a delete removes them';
    delete from popagent_memories m where m.resource_id = 'nobody';
    assert not exists (select from memory.check_index()), 'none is fine, too';
    perform memory.remember('🙂', '🙂');
    assert not exists (select from memory.check_index()), 'a memory may have no terms';
end
$$;
