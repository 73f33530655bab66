do $$
begin
    perform thread.open('_a', 'chat', 'r');
    perform thread.open('Zed', 'task', 'r');
    perform thread.open('bee', 'chat', 'r');
    perform thread.open('AAA', 'delegation', 'r', 'bee');
    assert (select array_agg(e.key ->> 1) = array['Zed', '_a', 'bee', 'AAA'] from thread.export_threads(null, 10) e),
        'in the order of the bytes, whatever the collation, and what belongs to another behind it';
    assert (select array_agg(e.key ->> 1) = array['_a'] from thread.export_threads('["", "Zed"]', 1) e), 'a page after a key';
    assert (select e.described = to_jsonb(t) from thread.export_threads('["", "_a"]', 1) e, popagent_threads t where t.id = 'bee'), 'with all columns';
end
$$;
