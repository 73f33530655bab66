do $$
declare
    v_id uuid;
begin
    set local popagent.now = '2026-12-01 08:00+00';
    select r.id into v_id from memory.remember('r', 'Port 22', 'ssh.port') r;
    set local popagent.now = '2026-12-02 08:00+00';
    perform memory.remember('r', 'Port 2222', 'ssh.port');
    set local popagent.now = '2026-12-03 08:00+00';
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    assert (select array_agg(e.content) from memory.earlier('r', v_id) e) = array['Port 2222', 'Port 22'],
        'earlier values, newest first';
    assert (select e.superseded_at from memory.earlier('r', v_id) e limit 1) = '2026-12-03 08:00+00', 'with the time of their end';
    assert not exists (select from memory.earlier('other', v_id)), 'only for their owner';
    set local popagent.now = '2026-12-04 08:00+00';
    perform memory.remember('r', 'SSH listens on 22');
    perform memory.replace_by('r', (select f.id from memory.facts f where f.key is null), v_id);
    assert (select array_agg((e.content, e.apart)::text) from memory.earlier('r', v_id) e)
        = array['("SSH listens on 22",t)', '("Port 2222",f)', '("Port 22",f)'], 'what was a fact of its own is told apart';
end
$$;
