do $$
begin
    perform thread.open('_a', 'chat', 'r');
    perform thread.open('Zed', 'task', 'r');
    perform thread.open('bee', 'chat', 'r');
    assert (select array_agg(e.key #>> '{}') = array['Zed', '_a', 'bee'] from thread.export_threads(null, 10) e), 'in the order of the bytes, whatever the collation';
    assert (select array_agg(e.key #>> '{}') = array['_a'] from thread.export_threads('"Zed"', 1) e), 'a page after a key';
    assert (select e.described = to_jsonb(t) from thread.export_threads('"_a"', 1) e, popagent_threads t where t.id = 'bee'), 'with all columns';
end
$$;
