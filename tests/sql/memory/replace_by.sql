do $$
declare
    v_old uuid;
    v_new uuid;
    v_episode uuid;
    v_foreign uuid;
begin
    select r.id into v_old from memory.remember('r', 'The bakery opens at seven') r;
    select r.id into v_new from memory.remember('r', 'The bakery opens at eight') r;
    select r.id into v_episode from memory.retain('r', 's', 'When?', 'At seven.') r;
    select r.id into v_foreign from memory.remember('other', 'The bakery opens at nine') r;

    perform memory.replace_by('r', v_old, v_new);
    assert (select array_agg(e.content) from memory.earlier('r', v_new) e) = array['The bakery opens at seven'], 'it is history';
    assert not exists (select from memory.recall('r', 'bakery') f where f.id = v_old), 'out of recall';

    begin
        perform memory.replace_by('r', v_new, v_new);
        assert false, 'a fact does not take its own place';
    exception when sqlstate 'PT422' then null;
    end;
    for v_old, v_new in
        select * from (values (v_old, v_new), (v_new, v_old), (v_episode, v_new), (v_new, v_episode), (v_new, v_foreign), (v_foreign, v_new)) x
    loop
        begin
            perform memory.replace_by('r', v_old, v_new);
            assert false, 'both are current facts of one owner';
        exception when sqlstate 'PT404' then null;
        end;
    end loop;
end
$$;
