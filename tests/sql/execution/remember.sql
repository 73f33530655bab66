do $$
declare
    v_port uuid := (select r.id from memory.remember('popagent-user', 'SSH port is 22.', 'ssh.port') r);
    v_got record;
begin
    set local popagent.now = '2026-05-01 10:00+00';
    perform execution.accept_turn('s', 'm', '[{"type": "text", "text": "I like tea"}]', 'me', 10, 'model');
    select * into v_got from execution.remember('s', 'The user likes tea.', null, 0.7, null, '{}');
    assert (v_got.outcome, v_got.superseding) = ('new', 0), 'a fact is stored';
    assert (select (f.resource_id, f.session_id, f.importance) = ('popagent-user', 's', 0.7) from memory.facts f where f.content like '%tea.'),
        'for the thread''s owner, with where it comes from';

    select * into v_got from execution.remember('s', 'SSH listens on 49222.', null, 0.5, 'ssh port is 22', '{}');
    assert (v_got.outcome, v_got.superseding) = ('replaced', 1), 'the named fact is superseded';
    assert (select (l.content, l.key) = ('SSH listens on 49222.', 'ssh.port') from memory.load('popagent-user', v_port) l), 'in its place, under its key';
    select * into v_got from execution.remember('s', 'The user drinks coffee.', 'drink', 0.5, 'The user likes tea.', '{}');
    assert (v_got.outcome, v_got.superseding) = ('new', 1), 'or by one with a key of its own';
    assert (select h.successor from memory.history h where h.content like '%tea.') = 'The user drinks coffee.', 'it stays as history';

    perform memory.remember('popagent-user', 'The bakery opens at seven on Mondays.');
    perform memory.remember('popagent-user', 'The bakery opens at seven on Sundays.');
    select * into v_got from execution.remember('s', 'The bakery opens at eight.', null, 0.5, 'The bakery opens at seven.', '{}');
    assert (v_got.outcome, v_got.superseding) = ('new', 2), 'of several none is superseded, the fact is stored all the same';
    select * into v_got from execution.remember('s', 'The bakery opens at eight.', null, 0.5, 'The bakery opens at seven on Sundays.', '{}');
    assert (v_got.outcome, v_got.superseding) = ('known', 1), 'and may name one anew';
    select * into v_got from execution.remember('s', 'The library is closed.', null, 0.5, 'The library is open.', '{}');
    assert (v_got.outcome, v_got.superseding) = ('new', 0), 'nor is anything that does not exist';
    assert (select count(*) from memory.history) = 3;

    set local popagent.now = '2026-05-02 10:00+00';
    perform memory.forget('popagent-user', (select f.id from memory.facts f where f.key = 'drink'));
    select * into v_got from execution.remember('s', 'The user likes tea.', null, 0.5, 'The library is closed.', '{}');
    assert v_got.outcome = 'deleted', 'what the owner deleted is not stored from old talk';
    assert exists (select from memory.facts f where f.content = 'The library is closed.'), 'and supersedes nothing';
    begin
        perform execution.remember('nowhere', 'Tea', null, 0.5, null, '{}');
        assert false, 'a thread that is gone remembers nothing';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
