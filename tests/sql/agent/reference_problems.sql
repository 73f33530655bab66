do $$
declare
    v_path text;
begin
    assert not exists (select from agent.reference_problems('{"a.md": "x", "references/deep/er/b_2.txt": ""}')), 'these fit';
    assert not exists (select from agent.reference_problems('{}')), 'none are needed';
    foreach v_path in array array['/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a\b', 'a b', 'ä.md', 'a/b/c/d/e', 'SKILL.md', 'skill.MD', repeat('a', 201)]
    loop
        assert exists (select from agent.reference_problems(jsonb_build_object(v_path, 'x'))), 'this is refused: ' || v_path;
    end loop;
    assert exists (select from agent.reference_problems('{"a.md": "", "A.md": ""}')), 'twins in another case are refused,';
    assert exists (select from agent.reference_problems(jsonb_build_object('a', repeat('x', 262145)))), 'a file of more than 256 KiB,';
    assert exists (select from agent.reference_problems((select jsonb_object_agg('f' || n, '') from generate_series(1, 65) n))), 'more than 64 files,';
    assert exists (select from agent.reference_problems((select jsonb_object_agg('f' || n, repeat('x', 262144)) from generate_series(1, 9) n))),
        'and more than 2 MiB in all';
end
$$;
