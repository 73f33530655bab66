do $$
declare
    v_tea uuid := (select r.id from memory.remember('r', 'I drink tea', 'drink') r);
    v_dog uuid := (select r.id from memory.remember('q', 'The dog is called Ada') r);
    v_old bigint;
begin
    assert (select array_agg(u.id) from memory.unembedded('mini', 9) u) = array[v_dog, v_tea], 'last stored first, of all owners';
    assert (select array_agg(u.id) from memory.unembedded('mini', 1) u) = array[v_dog], 'at most so many';
    select u.seq into v_old from memory.unembedded('mini', 1) u;
    assert (select array_agg(u.id) from memory.unembedded('mini', 9, v_old) u) = array[v_tea], 'going on where a batch ended';

    perform memory.store_embeddings('mini', array[v_tea, v_dog],
        (select array_agg(u.hash order by u.seq) from memory.unembedded('mini', 9) u), '{{1,0},{0,1}}');
    assert not exists (select from memory.unembedded('mini', 9)), 'what has a vector is done';
    assert (select count(*) = 2 from memory.unembedded('other', 9)), 'for that model';
    perform memory.remember('r', 'I drink coffee', 'drink');
    assert (select array_agg(u.content) from memory.unembedded('mini', 9) u) = array['I drink coffee'],
        'what says something else now is due again, and its history is not';
end
$$;
