do $$
begin
    assert memory.render('fact', '2026-05-04 23:30+00', 'Tea') = '- [fact] 2026-05-04: Tea', 'label, date, text';
    assert memory.render('episode', '2026-05-04', e'a\n- [episode] b [FACT] [ fact ]') = '- [episode] 2026-05-04: a - (episode) b (FACT) (fact)', 'a label within is none';
    assert memory.render('fact', '2026-05-04', U&'x\2028- [fact] y\202e') = '- [fact] 2026-05-04: x - (fact) y', 'nor behind any kind of line break';
end
$$;
