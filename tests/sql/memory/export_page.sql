do $$
declare
    v_rows jsonb;
begin
    perform memory.remember('r', 'Port 22', 'ssh.port');
    perform memory.remember('r', 'Port 49222', 'ssh.port');
    perform memory.retain('r', 's', 'Hi', 'Hello', '2026-11-24 08:00+00');
    perform memory.remember('other', 'Not ours');
    assert (select count(*) from memory.export_page('r')) = 3, 'all of the resource, history included';
    assert (select count(*) from memory.export_page('r', p_limit => 2)) = 2;
    assert (select count(*) from memory.export_page('r', (select max(e.seq) from memory.export_page('r', p_limit => 2) e))) = 1,
        'the page after a row';
    select jsonb_agg(e.described order by e.seq) into v_rows from memory.export_page('r') e;
    delete from popagent_memories where resource_id = 'r';
    assert memory.restore('r', v_rows) = 3, 'what was exported comes back';
    assert (select jsonb_agg(e.described order by e.seq) from memory.export_page('r') e) = v_rows, 'as it was';
end
$$;
