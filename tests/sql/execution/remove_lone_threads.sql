do $$
begin
    perform session.open('s', 'S', null);
    perform thread.open('lone', 'delegation', 'popagent-user');
    assert execution.remove_lone_threads() = 1;
    assert (select array_agg(t.id) = '{s}' from popagent_threads t);
    assert execution.remove_lone_threads() = 0;
end
$$;
