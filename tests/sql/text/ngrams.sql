do $$
begin
    assert (select array_agg(n.term order by n.term) from text.ngrams('欧元换') n)
        = array['元', '元换', '换', '欧', '欧元'], 'a Chinese text has pairs and single characters';
    assert (select array_agg(n.term order by n.term) from text.ngrams('欧元换', true) n) = array['元换', '欧元'], 'a query its pairs';
    assert (select array_agg(n.term) from text.ngrams('税', true) n) = array['税'], 'or a character that stands alone';
    assert (select array_agg(n.term) from text.ngrams('カタ') n) = array['カタ'], 'kana give pairs only';
    assert (select array_agg(n.term order by n.term) from text.ngrams('회의는', true) n) = array['의는', '회의'], 'Korean words, too';
    assert '공' in (select n.term from text.ngrams('공') n), 'and their single characters';
    assert (select array_agg(n.term order by n.term) from text.ngrams('วันนี', true) n) = array['นนี', 'วัน', 'ันน'], 'Thai gives triples';
    assert (select array_agg(n.term) from text.ngrams(U&'\0627\0644\064a', true) n) = array[U&'\0627\0644\064a'], 'Arabic as well';
    assert (select array_agg(n.term) from text.ngrams(U&'\05d0\05d1', true) n) = array[U&'\05d0\05d1'], 'a short run stands for itself';
    assert not exists (select from text.ngrams('plain words, café, Привет, 42')), 'scripts with blanks give none';
    assert (select array_agg(n.term) from text.ngrams('ｶﾀ') n) = array['カタ'], 'half-width forms are unified';
    assert not exists (select from text.ngrams(null)) and not exists (select from text.ngrams('')), 'nothing gives nothing';
end
$$;
