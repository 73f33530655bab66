do $$
begin
    perform thread.open(i, 'chat', 'r') from unnest(array['_a', 'Zed', 'empty', 'z']) i;
    insert into popagent_messages (thread_id, position, id, role, parts, metadata, execution_id, question_id, shown)
    select t, p, 'm' || p, case when p = 1 then 'user' else 'assistant' end, '[]', '{}', gen_random_uuid(), case when p > 1 then 'm1' end, p < 3
    from unnest(array['_a', 'Zed', 'z']) t, generate_series(1, 3) p;
    assert (select array_agg(e.key) = array['["Zed", 1]', '["Zed", 2]', '["Zed", 3]', '["_a", 1]']::jsonb[] from thread.export_messages(null, 4) e), 'thread by thread, hidden versions included';
    assert (select array_agg(e.key) = array['["_a", 2]', '["_a", 3]', '["z", 1]', '["z", 2]', '["z", 3]']::jsonb[] from thread.export_messages('["_a", 1]', 100) e), 'a page after a key, past threads without messages';
    assert not exists (select from thread.export_messages('["z", 3]', 100)), 'and an empty one at the end';
    assert (select bool_and(e.described = to_jsonb(m)) from thread.export_messages(null, 100) e join popagent_messages m on (m.thread_id, m.position) = (e.key ->> 0, (e.key ->> 1)::bigint)), 'with all columns';
end
$$;
