do $$
begin
    perform session.open(i, i, null) from unnest(array['_a', 'Zed', 'bee']) i;
    assert (select array_agg(e.key #>> '{}') = array['Zed', '_a', 'bee'] from session.export_sessions(null, 10) e), 'in the order of the bytes, whatever the collation';
    assert (select e.described = to_jsonb(s) from session.export_sessions('"_a"', 1) e, popagent_sessions s where s.id = 'bee'), 'a page after a key, with all columns';
end
$$;
