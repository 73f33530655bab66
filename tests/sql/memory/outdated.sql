do $$
declare
    v_seqs bigint[];
begin
    perform memory.remember('r', 'SSH port is 22'), memory.remember('r', 'SSH port is now 49222'), memory.remember('r', 'The cat is called Miso');
    v_seqs := array(select m.seq from popagent_memories m order by m.seq);
    assert array(select o.seq from memory.outdated(v_seqs) o) = v_seqs[1:1], 'the older of two that speak of one thing';
    assert not exists (select from memory.outdated(v_seqs[1:1])) and not exists (select from memory.outdated(v_seqs[2:3])), 'only when the newer is among them';
    assert not exists (select from memory.outdated('{}')), 'none of none';
end
$$;
