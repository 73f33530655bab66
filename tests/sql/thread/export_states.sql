do $$
begin
    perform thread.open(i, 'chat', 'r') from unnest(array['_a', 'Zed']) i;
    insert into popagent_thread_state (thread_id, draft) values ('_a', 'one'), ('Zed', 'two');
    assert (select array_agg(e.key #>> '{}') = array['Zed', '_a'] from thread.export_states(null, 10) e), 'in the order of their threads';
    assert (select e.described = to_jsonb(s) from thread.export_states('"Zed"', 1) e, popagent_thread_state s where s.thread_id = '_a'), 'a page after a key';
end
$$;
