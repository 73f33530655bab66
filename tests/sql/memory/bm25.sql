do $$
begin
    assert memory.bm25(2, 1, 1, 0.9, 0.4) = 2, 'one occurrence in a text of usual length counts once';
    assert memory.bm25(1, 2, 1, 0.9, 0.4) > memory.bm25(1, 1, 1, 0.9, 0.4) and memory.bm25(1, 1000, 1, 0.9, 0.4) < 1.9, 'more count more, up to a bound';
    assert memory.bm25(1, 1, 3, 0.9, 0.4) < 1 and memory.bm25(1, 1, 3, 0.9, 0) = 1, 'length counts against it as far as b says';
end
$$;
