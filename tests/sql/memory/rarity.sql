do $$
begin
    assert abs(memory.rarity(10, 1) - ln(1 + 9.5 / 1.5)) < 1e-12, 'the formula of BM25';
    assert memory.rarity(10, 9) < memory.rarity(10, 1), 'what fewer hold tells more';
    assert memory.rarity(10, 10) > 0 and memory.rarity(3, 10) > 0, 'never nothing, even by an old count';
end
$$;
