do $$
begin
    assert text.cut('short', 10) = 'short', 'what fits stands';
    assert text.cut(repeat('x', 4000), 4000) = repeat('x', 4000), 'what just fits, too';
    assert char_length(text.cut(repeat('x', 4001), 4000)) = 4000, 'the mark counts within the cap';
    assert text.cut(repeat('x', 4001), 4000) like 'xxx%… [truncated]', 'a cut is marked';
    assert char_length(text.cut(repeat('🙂', 4001), 4000)) = 4000, 'characters are code points';
    assert char_length(text.cut('long enough', 3)) = 3, 'even a cap below the mark holds';
end
$$;
