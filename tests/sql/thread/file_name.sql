do $$
declare
    v_case record;
begin
    for v_case in
        select *
        from (
            values
                ('notes.txt', 'notes.txt'),
                ('C:\Users\me\Bild 1.png', 'Bild 1.png'),
                ('../../etc/passwd', 'passwd'),
                (e'a/b\\c/日記 🏔️.md', '日記 🏔️.md'),
                (e'line\r\nbreak\ttab.txt', 'line break tab.txt'),
                (e'nul\u0001and\u0085next\u2028.txt', 'nul and next .txt'),
                (e'\u202egnp.exe', 'gnp.exe'),
                (e' \ufeffedge.txt\u200b ', 'edge.txt'),
                (e'cafe\u0301.txt', e'caf\u00e9.txt'),
                ('"><script>.txt', '"><script>.txt'),
                ('', 'file'),
                ('..', 'file'),
                ('folder/', 'file'),
                (e'\u0007', 'file'),
                (null, 'file')
        ) c (given, kept)
    loop
        assert thread.file_name(v_case.given) = v_case.kept, format('%L is kept as %L, not %L', v_case.given, v_case.kept, thread.file_name(v_case.given));
    end loop;

    assert thread.file_name(repeat('x', 200)) = repeat('x', 200), 'two hundred characters fit';
    assert thread.file_name(repeat('x', 300) || '.md') = repeat('x', 196) || '….md', 'a longer name keeps its ending';
    assert char_length(thread.file_name(repeat('x', 300))) = 200, 'and one without an ending is cut as well';
    assert thread.file_name(repeat('a/', 100000) || 'b') = 'b', 'a very long path is only a path';
end
$$;
