do $$
begin
    assert text.search_version() > 0, '0 stands for what was never indexed';
    assert (text.search_version(), md5(text.search_terms('The children were running to foo_bar 3.14; 外币 회의는 カタ วันนี')::text))
        = (1, '715f818aba14b72ed84455ba2f71dcdd'), 'whoever changes the terms raises the version: ' || md5(text.search_terms('The children were running to foo_bar 3.14; 外币 회의는 カタ วันนี')::text);
end
$$;
