do $$
begin
    perform session.open(i, i, null) from unnest(array['_a', 'Zed']) i;
    insert into popagent_queued_messages (thread_id, position, id, parts, metadata, model)
    select t, p, 'm' || p, '[]', '{}', 'm' from unnest(array['_a', 'Zed']) t, unnest(array[10, 9]) p;
    assert (select array_agg(e.key) = array['["Zed", 9]', '["Zed", 10]', '["_a", 9]', '["_a", 10]']::jsonb[] from execution.export_queued(null, 9) e), 'queue by queue in their order';
    assert (select array_agg(e.key) = array['["Zed", 10]', '["_a", 9]']::jsonb[] from execution.export_queued('["Zed", 9]', 2) e), 'a page after a key';
    assert (select e.described = to_jsonb(q) from execution.export_queued('["_a", 9]', 2) e, popagent_queued_messages q where (q.thread_id, q.position) = ('_a', 10));
end
$$;
