do $$
begin
    perform memory.remember('r', 'PostgreSQL hangs beside the calendar');
    assert thread.loose_query('r', 'postgersql ') = '''postgersql'' | ''postgresql''', 'a word may be misspelt: ' || thread.loose_query('r', 'postgersql ')::text;
    assert thread.loose_query('stranger', 'postgersql ') = '''postgersql''', 'owners share no words';
    assert thread.loose_query('r', 'postgersql calendar ') = '(''postgersql'' | ''postgresql'') & ''calendar''', 'every word must occur, one way or another: ' || thread.loose_query('r', 'postgersql calendar ')::text;
    assert text.search_terms('外币汇率换算用欧元') @@ thread.loose_query('r', '欧元换算'), 'a pair may straddle two words';
    assert not text.search_terms('欧洲换元算') @@ thread.loose_query('r', '欧元换算'), 'one pair at least must occur';
    assert thread.loose_query('r', 'the of') is null and thread.loose_query('r', '') is null, 'nothing asked, nothing meant';
end
$$;
