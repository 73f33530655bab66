do $$
declare
    v_hint text;
begin
    assert thread.open('t', 'chat', 'popagent-user'), 'a new thread is made';
    assert not thread.open('t', 'chat', 'someone-else'), 'one that exists is not made again';
    begin
        perform thread.open('t', 'task', 'popagent-user');
        assert false, 'an id that another kind of thread has is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'id_taken', v_hint;
    end;
    assert exists (
        select
        from popagent_threads t
        where t.id = 't'
        and t.kind = 'chat'
        and t.resource_id = 'popagent-user'
    ), 'and stays as it was';
end
$$;
