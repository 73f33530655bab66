do $$
begin
    assert text.base_form('went') = 'go' and text.base_form('bought') = 'buy', 'irregular verbs';
    assert text.base_form('children') = 'child' and text.base_form('peopl') = 'person', 'irregular plurals, by their stem';
    assert text.base_form('green') = 'green' and text.base_form('汇率') = '汇率', 'all else stands';
    assert (
        select bool_and(ts_lexize('english_stem', w) = array[w])
        from unnest(array['went', 'bought', 'peopl', 'becam', 'wive']) w
    ), 'forms are written as the stemmer leaves them';
end
$$;
