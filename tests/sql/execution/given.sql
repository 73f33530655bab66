do $$
declare
    v_turn uuid;
    v_port uuid;
    v_tea uuid;
    v_gone uuid;
    v_foreign uuid;
    v_heir uuid;
    v_seen text;
begin
    set local popagent.now = '2026-03-01 10:00+00';
    select r.id into v_port from memory.remember('popagent-user', 'Port 22', 'ssh.port') r;
    select r.id into v_tea from memory.remember('popagent-user', 'Prefers tea') r;
    select r.id into v_gone from memory.remember('popagent-user', 'Forget me') r;
    select r.id into v_foreign from memory.remember('someone-else', 'Not yours') r;
    assert not exists (select from execution.given('popagent-user', gen_random_uuid())), 'what does not exist was given nothing';

    set local popagent.now = '2026-03-01 12:00+00';
    select a.execution_id into v_turn
    from execution.accept_turn('s', 'm', '[{"type": "text", "text": "hello"}]', 'me', 10, 'model') a;
    assert not exists (select from execution.given('popagent-user', v_turn)), 'while it runs nothing is known yet';
    perform execution.finish(v_turn, 'me', 'completed', 'final', p_memory_ids => array[v_tea, v_port, v_gone, v_foreign]);

    select string_agg(concat_ws(':', g.kind, g.content, g.changed), ' ') into v_seen from execution.given('popagent-user', v_turn) g;
    assert v_seen = 'fact:Prefers tea:f fact:Port 22:f fact:Forget me:f f', 'best first, of its owner only: ' || v_seen;

    set local popagent.now = '2026-03-01 13:00+00';
    perform memory.remember('popagent-user', 'Port 49222', 'ssh.port');
    set local popagent.now = '2026-03-01 14:00+00';
    perform memory.remember('popagent-user', 'Port 2222', 'ssh.port');
    perform memory.forget('popagent-user', v_gone);
    select r.id into v_heir from memory.remember('popagent-user', 'Prefers coffee', p_supersedes => v_tea) r;
    select string_agg(concat_ws(':', g.kind, g.content, g.changed), ' ') into v_seen from execution.given('popagent-user', v_turn) g;
    assert v_seen = 'fact:Prefers tea:t fact:Port 22:t f f', 'as they read then, and what is gone counted: ' || v_seen;

    assert not exists (select from execution.given('someone-else', v_turn)), 'only for its owner';

    perform memory.replace_by('popagent-user', v_heir, v_port);
    assert (select g.content = 'Port 22' from execution.given('popagent-user', v_turn) g where g.id = v_port),
        'what another fact left to it is not what it said';
end
$$;
