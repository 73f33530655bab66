do $$
declare
    v_seqs bigint[];
begin
    perform memory.remember('r', 'green tea'), memory.remember('r', 'black tea');
    v_seqs := array(select m.seq from popagent_memories m order by m.seq);
    perform memory.unpost('r', v_seqs[1:1]);
    assert (select array_agg(p.term order by p.term) from popagent_memory_postings p) = array['black', 'tea'], 'the postings of the named memories go';
    assert (select (sum(t.memory_count), sum(t.term_count)) = (1, 2) from popagent_memory_totals t), 'with their size';
    perform memory.unpost('r', v_seqs[2:2]);
    assert (select (sum(t.memory_count), sum(t.term_count)) = (0, 0) from popagent_memory_totals t), 'down to nothing';
end
$$;
