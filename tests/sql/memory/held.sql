do $$
declare
    v_seq bigint;
begin
    perform memory.remember('r', 'green tea, black tea');
    v_seq := (select m.seq from popagent_memories m);
    assert (select (h.frequency, h.length) = (2, 4) from memory.held('r', 'tea', v_seq) h), 'how often it occurs in how many';
    assert not exists (select from memory.held('r', 'water', v_seq)) and not exists (select from memory.held('other', 'tea', v_seq))
        and not exists (select from memory.held('r', 'tea', v_seq + 1)), 'in this memory of this owner alone';
end
$$;
