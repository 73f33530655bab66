do $$
begin
    perform session.open('s', 'Title', null);
    perform thread.open('task', 'task', 'popagent-user');
    assert not exists (select from session.orphans()), 'sessions and tasks are none';
    perform thread.open('lost', 'chat', 'popagent-user');
    assert (select (o.id, o.mark) = ('lost', 0) from session.orphans() o), 'a chat without a session is one';
    perform thread.append('lost', 'm', 'user', '[]', '{}', gen_random_uuid());
    assert (select o.mark = 1 from session.orphans() o), 'a message changes its mark';
end
$$;
