do $$
declare
    v_query text;
begin
    assert (
        select array_agg((c.word, c.term, c.typed, c.gram)::text order by c.word)
        from text.search_clauses('Went running') c
    ) = array['(1,go,,f)', '(2,run,running,f)'], 'the last word is perhaps unfinished';
    assert (select array_agg(c.typed) from text.search_clauses('running ') c) = array[null::text], 'unless a blank follows';
    assert (select array_agg(c.typed) from text.search_clauses('running?') c) = array[null::text], 'or what ends a word';
    assert (select array_agg((c.term, c.typed)::text) from text.search_clauses('x') c) = array['(x,)'], 'one letter begins too much';
    assert (select array_agg((c.word, c.term, c.gram)::text order by c.term) from text.search_clauses('iphone手机壳') c)
        = array['(1,iphon,f)', '(1,手机,t)', '(1,机壳,t)'], 'a word of two scripts gives words and n-grams';
    assert (select array_agg(c.term) from text.search_clauses('회의는 ') c where not c.gram) is null,
        'n-grams stand for the whole word, so that another particle does not matter';
    assert (select array_agg((c.term, c.typed)::text) from text.search_clauses(repeat('x', 70) || ' ') c)
        = array[format('(%s,%s)', repeat('x', 64), repeat('x', 64))], 'a very long word is found by its beginning';

    foreach v_query in array array['', '   ', 'the of and', '???', '🙂', '""', '的', '은', e'\\', '!', '<->', '(((', '＇', '&|!:*', '%_'] loop
        assert not exists (select from text.search_clauses(v_query)), format('%s asks for nothing', v_query);
    end loop;
    assert not exists (select from text.search_clauses(null)), 'neither does null';
    assert (select max(c.word) from text.search_clauses(repeat('word ', 120000)) c) <= 200, 'of 600 KB the beginning counts';
end
$$;
