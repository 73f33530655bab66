do $$
declare
    v_query text;
begin
    assert (
        select array_agg((q.term, q.frequency)::text order by q.term)
        from text.query_terms('Did she go to Berlin? She went there, Berlin!') q
    ) = array['(berlin,2)', '(go,2)'], 'stemmed words without stop words, irregular forms as their base, counted';
    assert (
        select array_agg(q.term order by q.term collate "C")
        from text.query_terms('sync foo_bar at a/b.py <b>bold</b> 3.14 x@y.org') q
    ) = array['14', '3', 'b', 'bar', 'bold', 'foo', 'org', 'py', 'sync', 'x', 'y'],
        'punctuation parts words, and no token is special';
    assert (select array_agg(q.term order by q.term) from text.query_terms('Zoë Straße İSTANBUL') q)
        = array['istanbul', 'strass', 'zoe'], 'accents and case are folded before stemming';
    assert (select array_agg(q.term order by q.term) from text.query_terms('的税') q) = array['的税'], 'a pair is a term';

    foreach v_query in array array['', '   ', 'the of and', '???', '🙂', '""', '的', e'\\', '!', '<->', '(((', '＇', '&|!:*'] loop
        assert not exists (select from text.query_terms(v_query)), format('%s has no usable term', v_query);
    end loop;
    assert not exists (select from text.query_terms(null)), 'neither has null';

    assert exists (
        select
        from text.query_terms('needle1 ' || repeat('word ', 120000) || ' needle2') q
        having bool_or(q.term = 'needle1') and bool_or(q.term = 'needle2') and count(*) <= 5
    ), 'of 600 KB both ends count';
    assert (select max(char_length(q.term)) from text.query_terms(repeat('x', 65536)) q) = 64, 'a huge word is cut';
end
$$;
