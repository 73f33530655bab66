do $$
declare
    v_key uuid := (select r.id from memory.remember('r', 'Coffee', 'drink') r);
    v_tea uuid := (select r.id from memory.remember('r', 'Tea') r);
begin
    assert (select f.id from memory.same_fact('r', 'TEA!', null) f) = v_tea, 'the one that says the same';
    assert (select f.id from memory.same_fact('r', 'Tea', 'drink') f) = v_key, 'that of the key before it';
    assert (select f.id from memory.same_fact('r', 'Tea', 'hot') f) = v_tea, 'a new key finds the fact without one';
    assert (select f.id from memory.same_fact('r', 'coffee', null) f) = v_key, 'without a key that with one';
    assert not exists (select from memory.same_fact('r', 'coffee', 'hot')), 'but two keys are two facts';
    perform memory.remember('r', 'Water', p_supersedes => v_tea);
    assert not exists (select from memory.same_fact('r', 'tea', null)), 'nor is history the present';
    assert not exists (select from memory.same_fact('stranger', 'Tea', 'drink')), 'of one owner';
end
$$;
