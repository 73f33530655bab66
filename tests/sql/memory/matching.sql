do $$
begin
    perform memory.remember('r', 'The bakery opens at seven', 'shop.bakery');
    perform memory.retain('r', 'a', 'Wann öffnet die Bäckerei?', 'Um sieben.', '2026-11-02 09:00+00');
    perform memory.remember('r', '外币汇率换算用欧元');

    assert (select count(*) from memory.matching('r')) = 3, 'without filters all';
    assert (select count(*) from memory.matching('r', p_search => '')) = 3, 'blank search is none';
    assert (select count(*) from memory.matching('r', p_search => 'BAKERY op')) = 1, 'words in any case, the last unfinished';
    assert (select count(*) from memory.matching('r', p_search => 'offnet')) = 1, 'accents do not matter';
    assert (select count(*) from memory.matching('r', p_search => '汇率')) = 1, 'scripts without blanks';
    assert (select count(*) from memory.matching('r', p_search => 'shop.bakery')) = 1, 'keys are searched too';
    assert (select count(*) from memory.matching('r', p_search => 'bakery nine')) = 0, 'every word must occur';
    assert (select count(*) from memory.matching('r', p_search => '%_')) in (0, 3), 'wildcards are text';
    assert (select count(*) from memory.matching('r', p_search => repeat('bakery ', 100000))) = 1, 'a huge search is bounded';
end
$$;
