do $$
declare
    v_text text;
begin
    assert text.folded_in_place('ÀÉ foo_BAR') = 'ae foo bar', 'no accents, no capitals, no underscores';
    assert text.folded_in_place('ﬁ ß ＡＢ') = 'f s ab', 'one character for each';
    assert text.folded_in_place('漢字 회의 ไทย') = '漢字 회의 ไทย', 'other scripts as they are';
    foreach v_text in array array['Plain', 'Zoë', e'e\u0301', 'ﷺ ffi ㍱', '🏳️‍🌈', 'الاجْتِمَاعُ', 'İstanbul', ''] loop
        assert char_length(text.folded_in_place(v_text)) = char_length(v_text), 'nothing moves in ' || v_text;
    end loop;
end
$$;
