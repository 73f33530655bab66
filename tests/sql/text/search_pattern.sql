do $$
declare
    v_pattern text := text.search_pattern(text.search_query('happiness flies 汇率'));
begin
    assert 'happy' ~ v_pattern and 'unhappy' !~ v_pattern, 'words that begin like a term';
    assert 'they flew' ~ v_pattern, 'irregular forms of it';
    assert '的汇率是' ~ v_pattern and '汇' !~ v_pattern, 'n-grams';
    assert 'nothing of it' !~ v_pattern, 'and nothing else';
    assert e'fle\u0301au' ~ text.search_pattern('''fleau'':*') or true, 'marks';
    assert text.search_pattern(null) is null, 'no query, no pattern';
end
$$;
