do $$
begin
    assert thread.subject_of('[{"type": "file", "filename": "a.txt"}, {"type": "text", "text": "what is this?"}]') = 'what is this?', 'the text, when there is one';
    assert thread.subject_of('[{"type": "text", "text": " \n"}, {"type": "file", "filename": "dir/a.txt"}, {"type": "file"}]') = 'a.txt, file', 'else the names of the files';
    assert thread.subject_of('[]') = '', 'nothing of nothing';
end
$$;
