do $$
declare
    v_seqs bigint[];
begin
    perform memory.retain('r', 's', 'q' || n, 'a') from generate_series(1, 3) n;
    perform memory.remember('r', 'A fact of that session', p_session_id => 's');
    perform memory.retain('r', 's', 'q4', 'a');
    v_seqs := array(select m.seq from popagent_memories m where m.kind = 'episode' order by m.seq);
    assert (select array_agg(n.seq order by n.seq) from memory.neighbours('r', 's', v_seqs[2]) n) = array[v_seqs[1], v_seqs[3]], 'before and after';
    assert (select array_agg(n.seq) from memory.neighbours('r', 's', v_seqs[4]) n) = array[v_seqs[3]], 'past a fact, and nothing after the last';
    assert (select array_agg(n.share order by n.seq) = array[w.before, w.after] from memory.neighbours('r', 's', v_seqs[2]) n, memory.weights() w group by w.before, w.after), 'each with its share';
    assert not exists (select from memory.neighbours('r', 'other', v_seqs[2])) and not exists (select from memory.neighbours('r', null, v_seqs[2])), 'of one session';
end
$$;
