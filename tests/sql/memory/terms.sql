do $$
begin
    assert (
        select array_agg(t.term || t.frequency order by t.term collate "C")
        from memory.terms('episode', 'Green and green children', popagent_words('Green and green children'), '2026-05-04 23:30+00') t
    ) = array['20261', '41', 'child1', 'green2', 'may1', 'monday1'], 'words as base forms, and the date of an episode';
    assert (select array_agg(t.term order by t.term) from memory.terms('fact', 'went', popagent_words('went'), '2026-05-04') t) = array['go'], 'a fact has no date words';
    assert (select array_agg(t.term order by t.term) from memory.terms('fact', '汇率', popagent_words('汇率'), now()) t) = array['汇', '汇率', '率'], 'n-grams where there are no blanks';
    assert (select char_length(t.term) from memory.terms('fact', repeat('x', 200), popagent_words(repeat('x', 200)), now()) t) = 64, 'a long word is cut';
    assert (select char_length(t.term) from memory.terms('fact', repeat('x', 9000), popagent_words(repeat('x', 9000)), now()) t) = 64, 'a huge one, too';
end
$$;
