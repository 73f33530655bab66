do $$
declare
    v_terms text[];
    v_text text;
begin
    assert text.search_terms('The children were running home') = '''child'' ''children'':2 ''home'':5 ''run'':4 ''running''',
        'stems with their places; words as written and base forms without: ' || text.search_terms('The children were running home');
    assert text.search_terms('Zoë''s naïve Straße') @@ text.search_query('zoe naive strasse '), 'accents are folded';
    v_terms := tsvector_to_array(text.search_terms('欧元换 회의는'));
    assert v_terms @> array['欧', '欧元', '元换', '회의', '의는', '회의는'], 'scripts without blanks give n-grams';
    assert text.search_terms('') = '' and text.search_terms('the of ??? 🙂') = '', 'no word, no term';
    assert text.search_terms(null) is null, 'nothing of nothing';

    v_text := repeat('ก', 70) || repeat('ข', 70);
    assert tsvector_to_array(text.search_terms(repeat('long enough to be cut by folding ', 100) || v_text)) @> array['กข', 'ขขข', 'กกก'],
        'a run of any length is found whole, also beyond what folding keeps of a word';
    assert 'กข' = any (tsvector_to_array(text.search_terms(repeat('ก', 495) || 'ข'))), 'and where two pieces meet';
    assert 'กกข' = any (tsvector_to_array(text.search_terms(repeat('ก', 498) || 'ข'))), 'triples, too';

    assert text.search_terms(repeat('x', 99990) || ' early late') @@ 'early', 'of a long text 100,000 characters count';
    assert not text.search_terms(repeat('x', 100000) || ' late') @@ 'late', 'and no more';
    assert (select max(char_length(t)) from unnest(tsvector_to_array(text.search_terms(repeat('y', 5000)))) t) = 64, 'a huge word is cut';
    assert (
        select bool_and(text.search_terms(x.said) is not null)
        from (
            select string_agg(chr(19968 + (n * 7919) % 20000), '') from generate_series(1, 100000) n
            union all
            select string_agg(chr(3585 + (n * 31 + n / 46) % 46), '') from generate_series(1, 100000) n
            union all
            select string_agg(chr(73728 + n % 900) || chr(73728 + n / 900) || ' ', '') from generate_series(1, 33000) n
            union all
            select string_agg(to_hex(n), ' ') from generate_series(1, 20000) n
        ) x (said)
    ), 'no text is too much for a vector';
end
$$;
