do $$
begin
    assert session.title_from('  What is  this' || chr(10) || 'about? ') = 'What is this about?', 'blanks are tidied';
    assert session.title_from(repeat('x', 60)) = repeat('x', 60), 'what fits is whole';
    assert session.title_from(repeat('word ', 20)) = repeat('word ', 10) || 'word…', 'a long one is cut between words: ' || session.title_from(repeat('word ', 20));
    assert char_length(session.title_from(repeat('word ', 5000))) <= 60, 'and has at most 60 characters';
    assert session.title_from(repeat('x', 100)) = repeat('x', 59) || '…', 'a word without an end is cut within';
    assert session.title_from('') = '' and session.title_from(' ') = '', 'nothing gives nothing';
    assert session.title_from(null) is null, 'null gives null';
end
$$;
