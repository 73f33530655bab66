do $$
declare
    v_lines text;
    v_hint text;
begin
    set local timezone = 'Asia/Tokyo';
    perform session.open('s', 'Title', null);
    perform thread.append('s', 'm', 'user', '[1.10]', '{}', gen_random_uuid());
    select '[' || string_agg(e.line, ',' order by k.place desc) || ']' into v_lines
    from data.kinds() k, data.export_page(k.kind) e where k.kind in ('thread', 'session', 'message');
    assert (select array_agg(i.n order by i.n) = '{1,2,3}' and bool_and(i.differs_in = '{}') from data.import_rows(v_lines, false) i), 'what is here is equal';

    update popagent_sessions set title = 'Mine', revision = 2;
    assert (select i.differs_in = '{revision,title}' from data.import_rows(v_lines) i where i.n = 2), 'what differs is named, by the line''s number';

    perform session.remove('s');
    assert (select bool_and(i.differs_in is null) from data.import_rows(v_lines, false) i);
    assert not exists (select from popagent_threads), 'comparing writes nothing';
    perform data.import_rows(v_lines);
    assert (select bool_and(i.differs_in = '{}') from data.import_rows(v_lines, false) i), 'what is not there comes in, whatever the order of the lines';

    foreach v_lines in array array['[', '[1e999999]', '[{"thread": {"id": "x y"}}]', '[{"thread": {"id": "t", "created_at": "soon"}}]', '[{"message": {"thread_id": "nowhere", "position": 1}}]']
    loop
        begin
            perform data.import_rows(v_lines);
            assert false, v_lines;
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = 'row_unfit', v_hint;
        end;
    end loop;
end
$$;
