do $$
declare
    v_seqs bigint[];
begin
    perform memory.remember('r', 'green tea'), memory.remember('r', 'black tea'), memory.remember('r', '???');
    v_seqs := array(select m.seq from popagent_memories m order by m.seq);
    truncate popagent_memory_postings, popagent_memory_totals, popagent_memory_vocabulary;
    perform memory.post('r', v_seqs[1:1]);
    assert (select array_agg(p.term order by p.term) from popagent_memory_postings p) = array['green', 'tea'], 'the terms of the named memories';
    perform memory.post('r', v_seqs[2:3]);
    assert not exists (select from memory.check_index()), 'one after the other they make a right index';
    assert (select count(*) from popagent_memory_vocabulary v where v.term = 'tea') = 1, 'a known word is not learnt again';
end
$$;
