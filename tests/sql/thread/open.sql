do $$
begin
    assert thread.open('t', 'chat', 'popagent-user'), 'a new thread is made';
    assert not thread.open('t', 'task', 'someone-else'), 'one that exists is not made again';
    assert exists (
        select
        from popagent_threads t
        where t.id = 't'
        and t.kind = 'chat'
        and t.resource_id = 'popagent-user'
    ), 'and stays as it was';
end
$$;
