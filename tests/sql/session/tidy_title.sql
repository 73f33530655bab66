do $$
declare
    v_case text[];
begin
    foreach v_case slice 1 in array array[
        ['Tea in the morning', 'Tea in the morning'],
        ['  Tea   in the morning  ', 'Tea in the morning'],
        ['"Tea in the morning"', 'Tea in the morning'],
        ['“Tea in the morning.”', 'Tea in the morning'],
        ['«Чай утром».', 'Чай утром'],
        ['「朝のお茶」', '朝のお茶'],
        ['**Tea** in the `morning`', 'Tea in the morning'],
        ['# Tea in the morning', 'Tea in the morning'],
        ['- Tea', 'Tea'],
        ['1. Tea', 'Tea'],
        ['Title: Tea', 'Tea'],
        ['**Title:** "Tea"', 'Tea'],
        ['TITLE：Tea', 'Tea'],
        [e'```\nTea\n```', 'Tea'],
        [e'\n\n  \nTea\nand more', 'Tea'],
        [e'Tea\r\nand more', 'Tea'],
        ['[Tea](http://example.org/)', 'Tea'],
        ['Learning C#', 'Learning C#'],
        ['What is tea?', 'What is tea?'],
        ['Tea and so on...', 'Tea and so on...'],
        ['my_file.py in the repository', 'my_file.py in the repository'],
        ['2026 in figures', '2026 in figures'],
        [e'\u202Egnp.exe', 'gnp.exe'],
        [e'a\tb', 'a b'],
        ['It''s the owner''s tea', 'It''s the owner''s tea'],
        [repeat('word ', 20), 'word word word word word word word word word word word…'],
        [repeat('x', 100), repeat('x', 59) || '…'],
        [repeat('word ', 60), null],
        ['', null],
        [e' \n\t\n ', null],
        ['""', null],
        ['***', null],
        [null, null]
    ]
    loop
        assert session.tidy_title(v_case[1]) is not distinct from v_case[2],
            format('%s should be %s, not %s', v_case[1], v_case[2], session.tidy_title(v_case[1]));
    end loop;
end
$$;
