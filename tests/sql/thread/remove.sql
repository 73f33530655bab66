do $$
declare
    v_id uuid;
begin
    perform memory.remember('popagent-user', 'Likes tea.', null, 0.5, 'gone');
    for i in 1..2 loop
        select a.execution_id into v_id
        from execution.accept_turn(
            case i when 1 then 'gone' else 'kept' end, 'm', '[{"type": "text", "text": "hello"}]', 'owner', 10, 'model'
        ) a;
        insert into popagent_execution_parts values (v_id, 1, '[{"type": "start"}]');
        perform thread.store_attachment('a.txt', 'text/plain', 'x', 'x', case i when 1 then 'gone' else 'kept' end);
    end loop;

    assert thread.remove('gone'), 'a thread goes';
    assert not thread.remove('gone'), 'once';

    assert not exists (select from popagent_threads where id = 'gone'), 'its row';
    assert not exists (select from popagent_sessions where id = 'gone'), 'its session';
    assert not exists (select from popagent_messages where thread_id = 'gone'), 'its messages';
    assert not exists (select from popagent_executions where thread_id = 'gone'), 'its executions';
    assert (select array_agg(p.execution_id) from popagent_execution_parts p) = array[v_id], 'and their streams, nobody else''s';
    assert (select array_agg(a.thread_id) = array['kept'] from popagent_attachments a), 'its files, nobody else''s';
    assert exists (select from popagent_sessions where id = 'kept'), 'other threads stay';
    assert exists (select from popagent_memories where session_id = 'gone'), 'memories stay';
end
$$;
