do $$
declare
    v_old uuid := (select r.id from memory.remember('r', 'Old') r);
    v_new uuid := (select r.id from memory.remember('r', 'New') r);
begin
    perform memory.supersede(v_new, v_new);
    assert (select count(*) from memory.facts) = 2, 'nothing succeeds itself';
    perform memory.supersede(v_old, v_new);
    assert (select (h.content, h.successor) = ('Old', 'New') from memory.history h), 'the old one is history';
    perform memory.supersede(v_old, gen_random_uuid());
    assert (select h.successor from memory.history h) = 'New', 'and stays what it is';
    assert not exists (select from memory.recall('r', 'old')) and not exists (select from memory.check_index()), 'out of recall and index';
end
$$;
