do $$
begin
    perform thread.open('t', 'chat', 'r');
    insert into popagent_attachments (id, thread_id, name, media_type, size_bytes, sha256, content)
    select i, case when i <> 'b' then 't' end, i, 'image/png', 1, sha256('x'), 'x'
    from unnest(array['_a', 'Zed', 'b', 'c']) i;
    assert (select array_agg(e.key #>> '{}') = array['Zed', '_a', 'c'] from thread.export_attachments(null, 9) e), 'in the order of their ids, without what was not sent';
    assert (select e.described = thread.described_attachment(a) from thread.export_attachments('"Zed"', 1) e, popagent_attachments a where a.id = '_a'), 'a page after a key';
end
$$;
