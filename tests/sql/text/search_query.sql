do $$
begin
    assert text.search_query('Went running') = '''go'' & (''run'' | ''running'':*)', text.search_query('Went running')::text;
    assert text.search_query('tea tea TEA ') = '''tea''', 'a word said again asks for nothing more';
    assert text.search_query('a & | b ! foo:* <-> ((( \ '':* ＇ %_ John <j@x.org> ')
        = '''b'' & ''foo'' & ''john'' & ''j'' & ''x'' & ''org''', 'operators are no operators';
    assert text.search_query('the of and') is null and text.search_query('???') is null and text.search_query(null) is null,
        'without a usable term there is no query';
    assert text.search_terms('He was runnin'' home') @@ text.search_query('runni'), 'a word is found by its beginning';
    assert text.search_terms('running') @@ text.search_query('runnin'), 'also where stemming left less of it';
    assert text.search_terms('도서관에서') @@ text.search_query('도서관 '), 'and a word with a particle without it';
    assert text.search_terms('الاجتماع') @@ text.search_query('اجتماع '), 'with or without an article';
    assert text.search_terms('ประชุมวันจันทร์') @@ text.search_query('วันจันทร์ '), 'in the middle of a line without blanks';
    assert not text.search_terms('tea and milk') @@ text.search_query('tea coffee'), 'every word must occur';
    assert text.search_query(repeat('pasted text ', 50000)) is not null, 'a huge query is one';
end
$$;
