do $$
declare
    v_case record;
    v_told text;
begin
    perform agent.check_skill('a-b2', 'What and when.', 'Do it.', '{"references/a.md": "x"}', '{"version": "1.0"}');
    perform agent.check_skill(null, null, null, null, null);
    for v_case in
        select *
        from (values
            ('name', '-a', 'd', 'b', '{}'::jsonb, '{}'::jsonb),
            ('name', 'a--b', 'd', 'b', '{}', '{}'),
            ('name', 'A', 'd', 'b', '{}', '{}'),
            ('name', repeat('a', 65), 'd', 'b', '{}', '{}'),
            ('description', 'a', e' \t', 'b', '{}', '{}'),
            ('description', 'a', repeat('d', 1025), 'b', '{}', '{}'),
            ('body', 'a', 'd', ' ', '{}', '{}'),
            ('body', 'a', 'd', repeat('é', 32769), '{}', '{}'),
            ('references', 'a', 'd', 'b', '{"../x": "y"}', '{}'),
            ('metadata', 'a', 'd', 'b', '{}', jsonb_build_object('k', repeat('v', 1025))),
            ('metadata', 'a', 'd', 'b', '{}', (select jsonb_object_agg(n, 'v') from generate_series(1, 33) n))
        ) c (field, name, description, body, reference_files, metadata)
    loop
        v_told := null;
        begin
            perform agent.check_skill(v_case.name, v_case.description, v_case.body, v_case.reference_files, v_case.metadata);
        exception when sqlstate 'PT422' then
            v_told := sqlerrm;
        end;
        assert v_told like v_case.field || ': %', format('%s: %s', v_case.field, v_told);
    end loop;
end
$$;
