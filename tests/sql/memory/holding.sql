do $$
begin
    perform memory.remember('r', 'green tea, black tea'), memory.remember('r', 'tea'), memory.remember('r', 'coffee'), memory.remember('other', 'tea');
    assert (select array_agg((h.frequency, h.length, h.memories)::text order by h.seq) from memory.holding('r', 'tea') h) = array['(2,4,2)', '(1,1,2)'],
        'all that hold the term, counted';
    assert not exists (select from memory.holding('r', 'water')), 'none when none does';
end
$$;
