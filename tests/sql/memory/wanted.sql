do $$
declare
    v_row record;
begin
    perform memory.remember('r', 'green ' || n || case when n <= 3 then ' tea' else '' end) from generate_series(1, 9) n;
    assert (select array_agg((w.term, w.weight, w.leads)::text order by w.term) from memory.wanted('r', 'green tea') w)
        = array['(green,1,t)', '(tea,1,t)'], 'words that are held, all leading as long as they are few';
    select * into v_row from memory.wanted('r', 'greeen');
    assert v_row.term = 'green' and v_row.similar_to = 'greeen' and v_row.weight between 0.1 and 0.5, 'a word that is not stands for its kin';
    assert not exists (select from memory.wanted('r', 'zzzz')), 'or for none';

    perform memory.recount_vocabulary('r');
    update popagent_memory_vocabulary v set memory_count = 30000 where v.term = 'green';
    assert (select array_agg((w.term, w.leads)::text order by w.term) from memory.wanted('r', 'green tea') w)
        = array['(green,f)', '(tea,t)'], 'a term of too many postings does not lead';
    assert (select w.leads from memory.wanted('r', 'green') w), 'unless it is the only one';
    assert (select count(*) from memory.wanted('r', (select string_agg('word' || n, ' ') from generate_series(1, 500) n) || ' tea')) = 1,
        'of a long query what is known comes first';
end
$$;
