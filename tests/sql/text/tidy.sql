do $$
begin
    assert text.tidy(U&'e\0301') = U&'\00e9', 'decomposed forms are composed';
    assert text.tidy(U&'\feff \00a0\3000 a  b \200b'||e'\n\t') = 'a  b', 'blanks and invisible characters at the ends go';
    assert text.tidy(U&' \feff\200b\2028 ') = '', 'nothing but those is nothing';
    assert text.tidy(null) is null, 'null stays null';
    assert text.tidy('🏳️‍🌈👩‍👩‍👧') = '🏳️‍🌈👩‍👩‍👧', 'joined emoji stay whole';
end
$$;
