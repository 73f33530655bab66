do $$
declare
    v_found record;
    v_case record;
    v_long text := repeat('and so on, ', 200);
begin
    for v_case in
        select c.said, c.query, c.marked
        from (
            values
                ('The children went home', 'child go', array['children', 'went']),
                ('Zoë likes foo_bar', 'zoe bar', array['Zoë', 'bar']),
                (e'a cafe\u0301 here', 'café', array[e'cafe\u0301']),
                ('running and walking', 'runni', array['running']),
                ('外币汇率换算', '汇率', array['汇率']),
                ('الاجْتِمَاعُ', 'اجتماع', array['اجْتِمَاعُ']),
                ('carpet, car, cartoon', 'car ', array['car']),
                ('nothing of it', 'else', array[]::text[]),
                ('', 'else', array[]::text[])
        ) c (said, query, marked)
    loop
        select e.excerpt, array(
            select substr(e.excerpt, (m.mark ->> 'start')::integer + 1, (m.mark ->> 'end')::integer - (m.mark ->> 'start')::integer)
            from jsonb_array_elements(e.marks) with ordinality m (mark, n)
            order by m.n
        ) as marked into v_found
        from text.search_query(v_case.query) q
        cross join text.excerpt(v_case.said, q, text.search_pattern(q), 100) e;
        assert v_found.excerpt = v_case.said and v_found.marked = v_case.marked, format('%s in %s: %s', v_case.query, v_case.said, v_found);
    end loop;

    select e.excerpt, e.marks into v_found
    from text.search_query('needle haystack ') q
    cross join text.excerpt('needle ' || v_long || e'the needle\nin the <b>haystack</b>' || v_long, q, text.search_pattern(q), 100) e;
    assert v_found.excerpt ~ '^… .*the needle in the <b>haystack</b>.*…$', 'the part that holds most of the words: ' || v_found.excerpt;
    assert char_length(v_found.excerpt) between 80 and 103, 'of the asked length';
    assert substr(v_found.excerpt, (v_found.marks #>> '{0,start}')::integer + 1, 6) = 'needle', 'marks count what stands before';

    select e.excerpt into v_found
    from text.search_query('needle') q
    cross join text.excerpt('The beginning. ' || v_long, q, text.search_pattern(q), 30) e;
    assert v_found.excerpt = 'The beginning. and so on, and …', 'without a word of the query it is the beginning: ' || v_found.excerpt;

    select e.excerpt into v_found
    from text.search_query('last') q
    cross join text.excerpt(v_long || 'the last', q, text.search_pattern(q), 60) e;
    assert v_found.excerpt ~ '^… .* the last$' and char_length(v_found.excerpt) > 40, 'the end is shown with what leads to it: ' || v_found.excerpt;

    select e.excerpt into v_found
    from text.search_query('evil') q
    cross join text.excerpt(e'one\r\ttwo \u202eevil\u2028end', q, text.search_pattern(q), 60) e;
    assert v_found.excerpt = 'one  two  evil end', 'one line, in one direction: ' || v_found.excerpt;
end
$$;
