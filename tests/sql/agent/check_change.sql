do $$
declare
    v_case record;
    v_field text;
begin
    perform agent.check_change('reviewer', null, null, null, null, null, null, null);
    perform agent.check_change('reviewer', 'R', 'd', repeat('i', 60000), 'none', 'none', true, array['a', 'B_2']);
    perform agent.check_change('popagent', null, null, null, null, null, false, '{}');

    for v_case in
        select c.field, c.id, c.args
        from (values
            ('name', 'reviewer', '{"name": "  "}'),
            ('name', 'reviewer', jsonb_build_object('name', repeat('n', 101))::text),
            ('description', 'reviewer', jsonb_build_object('description', repeat('d', 2001))::text),
            ('instructions', 'reviewer', '{"instructions": "\n"}'),
            ('instructions', 'reviewer', jsonb_build_object('instructions', repeat('i', 60001))::text),
            ('workspace_access', 'reviewer', '{"workspace": "interactive"}'),
            ('browser_access', 'reviewer', '{"browser": "writable"}'),
            ('delegation_eligible', 'popagent', '{"eligible": true}'),
            ('tools', 'reviewer', '{"tools": ["remember", "remember"]}'),
            ('tools', 'reviewer', '{"tools": ["two words"]}'),
            ('tools', 'reviewer', '{"tools": [""]}'),
            ('tools', 'reviewer', '{"tools": ["1st"]}'),
            ('tools', 'reviewer', '{"tools": [null]}')
        ) c (field, id, args)
    loop
        v_field := 'none';
        begin
            perform agent.check_change(
                v_case.id, a.name, a.description, a.instructions, a.workspace, a.browser, a.eligible, a.tools)
            from jsonb_to_record(v_case.args::jsonb) a (
                name text, description text, instructions text, workspace text, browser text, eligible boolean, tools text[]);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_field = pg_exception_detail;
            v_field := v_field::jsonb #>> '{fields,0,field}';
        end;
        assert v_field = v_case.field, format('%s: %s', left(v_case.args, 80), v_field);
    end loop;
end
$$;
