do $$
begin
    assert text.line(e'a\nb\r\nc\x0bd\fe\tf') = 'a b c d e f', 'line breaks and tabs become blanks';
    assert text.line(U&'a\2028b\2029c\0085d') = 'a b c d', 'those of Unicode, too';
    assert text.line(U&'a\001cb\001ec\001bd\007fe') = 'a b c d e', 'and control characters';
    assert text.line(U&'a\202egnp.exe\2066b') = 'agnp.exeb', 'what turns the direction of writing goes';
    assert text.line('नमस्ते 🏳️‍🌈') = 'नमस्ते 🏳️‍🌈', 'letters and joined emoji stay';
end
$$;
